import type { StreamName } from '#shared/events.ts'
import type { Present } from '#shared/live-people.ts'
import type { PlaceNews } from './relay.ts'

/** Who is where in each project, by their connections. A person with several tabs is in one place: where they listen, else where they moved last. */
export class PresentPeople {
  readonly #streams = new Map<StreamName, Map<string, Present>>()

  /** Takes news in; answers whose place it was. */
  hear({ stream, connection, person, place, at }: PlaceNews): string {
    const connections = this.#streams.get(stream) ?? new Map<string, Present>()
    if (place) this.#streams.set(stream, connections.set(connection, { person, place, at }))
    else if (connections.delete(connection) && connections.size === 0) this.#streams.delete(stream)
    return person.id
  }

  /** Undefined once they have gone. */
  find(stream: StreamName, personId: string): Present | undefined {
    return [...(this.#streams.get(stream)?.values() ?? [])].filter(({ person }) => person.id === personId).reduce<Present | undefined>(nearer, undefined)
  }

  list(stream: StreamName): readonly Present[] {
    const people = new Map<string, Present>()
    for (const present of this.#streams.get(stream)?.values() ?? []) people.set(present.person.id, nearer(people.get(present.person.id), present))
    return [...people.values()]
  }
}

function nearer(one: Present | undefined, other: Present): Present {
  if (!one) return other
  if (one.place.isPlaying !== other.place.isPlaying) return one.place.isPlaying ? one : other
  return other.at >= one.at ? other : one
}
