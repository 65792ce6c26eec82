import type { LiveMessage, StreamName } from '#shared/events.ts'
import type { LivePerson, ListeningPlace, SessionAct } from '#shared/live-people.ts'
import type { Instant, Milliseconds } from '#shared/units.ts'
import { afterGone, afterNews, afterWaiting, waitsForSomebody, type SessionState } from './listening-session.ts'
import { PresentPeople } from './present-people.ts'
import type { GoneNews, LiveNews, PlaceNews, SessionNews } from './live-news.ts'
import type { KeptSession, RelayPeer, Relay } from './relay.ts'

/** A connection, as the registry knows it. */
export interface Subscriber {
  readonly id: string
  readonly person: LivePerson
  /** Sends a message of shared/events.ts. */
  hear(text: string): void
  /** Closes the connection, so that the client reconnects at once. */
  sendAway(): void
}

interface Seated {
  readonly ear: Subscriber
  readonly places: Map<StreamName, ListeningPlace>
  session?: { readonly stream: StreamName; readonly trackId: string }
  isFaint: boolean
}

/** Changes within this time are sent in one message, because many people cause many changes. */
const GATHER_MS: Milliseconds = 40
const SWEEP_MS: Milliseconds = 2_000

/**
 * Who is present in each project and who listens together, shown to those who are present. In memory only: every
 * process derives the same state from the same messages.
 */
export class PresenceRegistry implements RelayPeer {
  readonly #relay: Relay
  readonly #now: () => Instant
  readonly #present = new PresentPeople()
  readonly #sessions = new Map<StreamName, Map<string, SessionState>>()
  readonly #subscribers = new Map<StreamName, Set<Subscriber>>()
  readonly #seated = new Map<string, Seated>()
  readonly #moved = new Map<StreamName, Set<string>>()
  readonly #leaveRelay: () => void
  readonly #sweeping: ReturnType<typeof setInterval>

  constructor(relay: Relay, now: () => Instant) {
    this.#relay = relay
    this.#now = now
    this.#sweeping = setInterval(() => this.#sweep(), SWEEP_MS)
    this.#sweeping.unref()
    this.#leaveRelay = relay.join(this)
  }

  close(): void {
    clearInterval(this.#sweeping)
    this.#leaveRelay()
  }

  /** Sets where a connection is. The first call also sends it where all others are. */
  here(subscriber: Subscriber, stream: StreamName, place: ListeningPlace): void {
    const seated = this.#seatOf(subscriber)
    const isNew = !seated.places.has(stream)
    seated.places.set(stream, place)
    this.#tellPlace(subscriber, stream, place)
    if (!isNew) return
    this.#subscribersOf(stream).add(subscriber)
    subscriber.hear(
      worded({ type: 'present', stream, you: subscriber.person.id, people: this.#present.list(stream), gone: [] }),
    )
    for (const { session } of this.#sessions.get(stream)?.values() ?? [])
      subscriber.hear(worded({ type: 'together', stream, trackId: session.trackId, session }))
  }

  away(subscriber: Subscriber, stream: StreamName): void {
    const seated = this.#seated.get(subscriber.id)
    if (!seated?.places.delete(stream)) return
    const subscribers = this.#subscribers.get(stream)
    if (subscribers?.delete(subscriber) && subscribers.size === 0) this.#subscribers.delete(stream)
    if (seated.session?.stream === stream) this.#leave(seated)
    this.#tellPlace(subscriber, stream, null)
    if (seated.places.size === 0) this.#seated.delete(subscriber.id)
  }

  /** Ignored unless the connection is present. A connection is in one session at a time. */
  act(subscriber: Subscriber, stream: StreamName, trackId: string, act: SessionAct): void {
    const seated = this.#seated.get(subscriber.id)
    if (!seated?.places.has(stream)) return
    const { session } = seated
    if (act.kind === 'join') {
      if (session && (session.stream !== stream || session.trackId !== trackId)) this.#leave(seated)
      seated.session = { stream, trackId }
    } else if (session?.stream !== stream || session.trackId !== trackId) return
    else if (act.kind === 'leave') delete seated.session
    this.#tellSession(subscriber, stream, trackId, act)
  }

  isHere(subscriber: Subscriber): boolean {
    return this.#seated.has(subscriber.id)
  }

  /** The connection does not answer: others see it as gone until it answers again. */
  fade(subscriber: Subscriber): void {
    const seated = this.#seated.get(subscriber.id)
    if (!seated || seated.isFaint) return
    seated.isFaint = true
    for (const stream of seated.places.keys()) this.#tellPlace(subscriber, stream, null)
  }

  revive(subscriber: Subscriber): void {
    const seated = this.#seated.get(subscriber.id)
    if (!seated?.isFaint) return
    seated.isFaint = false
    for (const [stream, place] of seated.places) this.#tellPlace(subscriber, stream, place)
  }

  /** The connection has ended. Its seat in a session is kept for a while in case it reconnects. */
  drop(subscriber: Subscriber): void {
    const seated = this.#seated.get(subscriber.id)
    if (!seated) return
    const { session, places } = seated
    delete seated.session
    for (const stream of places.keys()) this.away(subscriber, stream)
    if (session) this.#tellSession(subscriber, session.stream, session.trackId, { kind: 'drop' })
  }

  hear(news: LiveNews): void {
    switch (news.kind) {
      case 'place':
        return this.#hearPlace(news)
      case 'session':
        return this.#hearSession(news)
      case 'gone':
        return this.#hearGone(news)
      case 'wait':
        return this.#eachSession((session) => (waitsForSomebody(session) ? afterWaiting(session, news.at) : session))
    }
  }

  rooms(): readonly KeptSession[] {
    return [...this.#sessions].flatMap(([stream, sessions]) =>
      [...sessions].map(([trackId, room]) => ({ stream, trackId, room })),
    )
  }

  adopt(kept: readonly KeptSession[]): void {
    for (const { stream, trackId, room } of kept)
      this.#setSession(stream, trackId, this.#sessions.get(stream)?.get(trackId), room)
  }

  tellPlaces(): void {
    for (const { ear, places, isFaint } of this.#seated.values())
      if (!isFaint) for (const [stream, place] of places) this.#tellPlace(ear, stream, place)
  }

  beginAnew(): void {
    const seated = [...this.#seated.values()]
    for (const known of [this.#seated, this.#subscribers, this.#sessions, this.#moved]) known.clear()
    this.#present.clear()
    for (const { ear } of seated) ear.sendAway()
  }

  #leave(seated: Seated): void {
    const { ear, session } = seated
    if (!session) return
    delete seated.session
    this.#tellSession(ear, session.stream, session.trackId, { kind: 'leave' })
  }

  #tellPlace({ id, person }: Subscriber, stream: StreamName, place: ListeningPlace | null): void {
    this.#relay.tell({ kind: 'place', stream, connection: id, person, place, at: this.#now() })
  }

  #tellSession({ id, person }: Subscriber, stream: StreamName, trackId: string, act: SessionNews['act']): void {
    this.#relay.tell({ kind: 'session', stream, trackId, connection: id, person, act, at: this.#now() })
  }

  #hearPlace(news: PlaceNews): void {
    this.#moveLater(news.stream, [this.#present.hear(news)])
  }

  #moveLater(stream: StreamName, personIds: readonly string[]): void {
    const moved = this.#moved.get(stream)
    if (moved) return personIds.forEach((id) => moved.add(id))
    this.#moved.set(stream, new Set(personIds))
    setTimeout(() => this.#tellMoved(stream), GATHER_MS)
  }

  #tellMoved(stream: StreamName): void {
    const moved = [...(this.#moved.get(stream) ?? [])]
    this.#moved.delete(stream)
    const people = moved.flatMap((id) => this.#present.find(stream, id) ?? [])
    const gone = moved.filter((id) => !this.#present.find(stream, id))
    this.#broadcast(stream, { type: 'present', stream, people, gone })
  }

  #hearSession(news: SessionNews): void {
    const { stream, trackId, connection, act } = news
    const before = this.#sessions.get(stream)?.get(trackId)
    const after = afterNews(before, news)
    this.#setSession(stream, trackId, before, after)
    // A refused action is answered with the current state.
    if (before && before === after && (act.kind === 'move' || act.kind === 'lead'))
      this.#seated.get(connection)?.ear.hear(worded({ type: 'together', stream, trackId, session: before.session }))
  }

  #hearGone({ process, at }: GoneNews): void {
    for (const [stream, personIds] of this.#present.forget(process)) this.#moveLater(stream, personIds)
    this.#eachSession((session) => afterGone(session, process, at))
  }

  #eachSession(change: (session: SessionState) => SessionState | undefined): void {
    for (const { stream, trackId, room } of this.rooms()) this.#setSession(stream, trackId, room, change(room))
  }

  #setSession(
    stream: StreamName,
    trackId: string,
    before: SessionState | undefined,
    after: SessionState | undefined,
  ): void {
    if (before === after) return
    const sessions = this.#sessions.get(stream) ?? new Map<string, SessionState>()
    if (after) this.#sessions.set(stream, sessions.set(trackId, after))
    else if (sessions.delete(trackId) && sessions.size === 0) this.#sessions.delete(stream)
    if (before?.session !== after?.session)
      this.#broadcast(stream, { type: 'together', stream, trackId, session: after?.session ?? null })
  }

  #sweep(): void {
    const at = this.#now()
    if (this.rooms().some(({ room }) => waitsForSomebody(room) && afterWaiting(room, at) !== room))
      this.#relay.tell({ kind: 'wait', at })
  }

  /** Serializes the message once for all receivers. */
  #broadcast(stream: StreamName, message: LiveMessage): void {
    const subscribers = this.#subscribers.get(stream)
    if (!subscribers || subscribers.size === 0) return
    const text = worded(message)
    for (const subscriber of subscribers) subscriber.hear(text)
  }

  #seatOf(ear: Subscriber): Seated {
    const seated = this.#seated.get(ear.id) ?? { ear, places: new Map<StreamName, ListeningPlace>(), isFaint: false }
    this.#seated.set(ear.id, seated)
    return seated
  }

  #subscribersOf(stream: StreamName): Set<Subscriber> {
    const subscribers = this.#subscribers.get(stream) ?? new Set<Subscriber>()
    this.#subscribers.set(stream, subscribers)
    return subscribers
  }
}

function worded(message: LiveMessage): string {
  return JSON.stringify(message)
}
