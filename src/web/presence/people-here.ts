import type { LiveMessage, StreamName } from '#shared/events.ts'
import { Listeners } from '#shared/listeners.ts'
import type { ListeningPlace, Present, Session } from '#shared/live-people.ts'
import type { LiveClient } from '#web/live/live-client.ts'
import { ServerClock } from '#web/live/server-clock.ts'

interface Room {
  readonly people: readonly Present[]
  /** By track id. */
  readonly sessions: ReadonlyMap<string, Session>
}

const nobody: Room = { people: [], sessions: new Map() }

/** Tracks where other people are, from the live connection, and reports this page's place. */
export class PeopleHere {
  readonly clock: ServerClock
  readonly #live: LiveClient
  readonly #rooms = new Map<StreamName, Room>()
  readonly #places = new Map<StreamName, ListeningPlace>()
  readonly #follows = new Map<StreamName, () => void>()
  readonly #listeners = new Listeners()
  #myId: string | undefined

  constructor(live: LiveClient) {
    this.#live = live
    this.clock = new ServerClock(live)
    live.hear((message) => this.#hear(message))
    live.watch(() => this.#reconnect())
  }

  readonly subscribe = this.#listeners.add

  /** The same array until something changes. */
  readonly people = (stream: StreamName): readonly Present[] => (this.#rooms.get(stream) ?? nobody).people

  /** The same map until something changes. */
  readonly sessions = (stream: StreamName): ReadonlyMap<string, Session> => (this.#rooms.get(stream) ?? nobody).sessions

  /** This connection's id as others see it; undefined until it has been present once. */
  readonly myId = (): string | undefined => this.#myId

  /** Reports this page's place to a project. */
  say(stream: StreamName, place: ListeningPlace): void {
    this.#places.set(stream, place)
    // Follow first: the server ignores reports to streams that are not followed.
    if (!this.#follows.has(stream)) this.#follows.set(stream, this.#live.follow(stream))
    this.#live.say({ type: 'here', stream, place })
  }

  leave(stream: StreamName): void {
    if (!this.#places.delete(stream)) return
    this.#live.say({ type: 'away', stream })
    this.#forget(stream)
  }

  #forget(stream: StreamName): void {
    this.#follows.get(stream)?.()
    this.#follows.delete(stream)
    this.#set(stream, nobody)
  }

  #reconnect(): void {
    // While disconnected, presence is unknown.
    if (!this.#live.isConnected()) for (const stream of this.#rooms.keys()) this.#set(stream, nobody)
    else for (const [stream, place] of this.#places) this.#live.say({ type: 'here', stream, place })
  }

  #hear(message: LiveMessage): void {
    if (message.type === 'lost') {
      this.#places.delete(message.stream)
      return this.#forget(message.stream)
    }
    if (message.type !== 'present' && message.type !== 'together') return
    const { stream } = message
    if (!this.#places.has(stream)) return
    const room = this.#rooms.get(stream) ?? nobody
    if (message.type === 'present') {
      const { you } = message
      if (you === undefined) return this.#set(stream, { ...room, people: told(room.people, message) })
      this.#myId = you
      return this.#set(stream, { people: message.people, sessions: nobody.sessions })
    }
    const sessions = new Map(room.sessions)
    if (message.session) sessions.set(message.trackId, message.session)
    else sessions.delete(message.trackId)
    this.#set(stream, { ...room, sessions })
  }

  #set(stream: StreamName, room: Room): void {
    if (room === nobody) this.#rooms.delete(stream)
    else this.#rooms.set(stream, room)
    this.#listeners.tell()
  }
}

function told(
  before: readonly Present[],
  { people, gone }: { readonly people: readonly Present[]; readonly gone: readonly string[] },
): readonly Present[] {
  const news = new Map(people.map((present) => [present.person.id, present]))
  const kept = before
    .filter(({ person }) => !gone.includes(person.id))
    .map((present) => {
      const next = news.get(present.person.id)
      news.delete(present.person.id)
      return next ?? present
    })
  return [...kept, ...news.values()]
}

const known = new WeakMap<LiveClient, PeopleHere>()

/** One per connection. */
export function peopleHere(live: LiveClient): PeopleHere {
  const people = known.get(live) ?? new PeopleHere(live)
  known.set(live, people)
  return people
}
