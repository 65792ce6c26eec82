import type { StreamName } from '#shared/events.ts'
import type { Present } from '#shared/live-people.ts'
import type { PlaceNews } from './live-news.ts'

/**
 * Where each person is in a project, from their connections. A person with several tabs has one place: where they
 * listen, otherwise where they moved last.
 */
export class PresentPeople {
  readonly #streams = new Map<StreamName, Map<string, Present>>()

  /** Applies a message; returns the id of the person it concerns. */
  hear({ stream, connection, person, place, at }: PlaceNews): string {
    const connections = this.#streams.get(stream) ?? new Map<string, Present>()
    if (place) this.#streams.set(stream, connections.set(connection, { person, place, at }))
    else if (connections.delete(connection) && connections.size === 0) this.#streams.delete(stream)
    return person.id
  }

  /** Drops the connections of a process; returns the people who have gone, by stream. */
  forget(process: string): ReadonlyMap<StreamName, readonly string[]> {
    const gone = new Map<StreamName, string[]>()
    for (const [stream, connections] of this.#streams) {
      const lost = [...connections].filter(([connection]) => connection.startsWith(`${process}.`))
      if (lost.length === 0) continue
      for (const [connection] of lost) connections.delete(connection)
      if (connections.size === 0) this.#streams.delete(stream)
      gone.set(
        stream,
        lost.map(([, { person }]) => person.id),
      )
    }
    return gone
  }

  clear(): void {
    this.#streams.clear()
  }

  /** Undefined once the person has gone. */
  find(stream: StreamName, personId: string): Present | undefined {
    return [...(this.#streams.get(stream)?.values() ?? [])]
      .filter(({ person }) => person.id === personId)
      .reduce<Present | undefined>(nearer, undefined)
  }

  list(stream: StreamName): readonly Present[] {
    const people = new Map<string, Present>()
    for (const present of this.#streams.get(stream)?.values() ?? [])
      people.set(present.person.id, nearer(people.get(present.person.id), present))
    return [...people.values()]
  }
}

function nearer(one: Present | undefined, other: Present): Present {
  if (!one) return other
  if (one.place.isPlaying !== other.place.isPlaying) return one.place.isPlaying ? one : other
  return other.at >= one.at ? other : one
}
