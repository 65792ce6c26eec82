import type { LiveMessage, StreamName } from '#shared/events.ts'
import type { LivePerson, Place, SessionAct } from '#shared/live-people.ts'
import type { Instant, Milliseconds } from '#shared/units.ts'
import { afterNews, afterWaiting, waitsForSomebody, type Room } from './listening-session.ts'
import { PresentPeople } from './present-people.ts'
import type { PlaceNews, Relay, SessionNews } from './relay.ts'

/** A connection as the hall knows it. */
export interface Ear {
  readonly id: string
  readonly person: LivePerson
  /** A message in the words of shared/events.ts. */
  hear(text: string): void
}

interface Seated {
  readonly ear: Ear
  readonly places: Map<StreamName, Place>
  session?: { readonly stream: StreamName; readonly trackId: string }
  isFaint: boolean
}

/** Moves that come close together are told in one message: many people make much news. */
const GATHER_MS: Milliseconds = 40
const SWEEP_MS: Milliseconds = 2_000

/** Who is here in each project and who listens together, for those who are here themselves. Nothing of it is stored. */
export class LiveHall {
  readonly #relay: Relay
  readonly #now: () => Instant
  readonly #present = new PresentPeople()
  readonly #rooms = new Map<StreamName, Map<string, Room>>()
  readonly #ears = new Map<StreamName, Set<Ear>>()
  readonly #seated = new Map<string, Seated>()
  readonly #moved = new Map<StreamName, Set<string>>()
  readonly #stopListening: () => void
  readonly #sweeping: ReturnType<typeof setInterval>

  constructor(relay: Relay, now: () => Instant) {
    this.#relay = relay
    this.#now = now
    this.#stopListening = relay.onNews((news) => (news.kind === 'place' ? this.#hearPlace(news) : this.#hearSession(news)))
    this.#sweeping = setInterval(() => this.#sweep(), SWEEP_MS)
    this.#sweeping.unref()
  }

  close(): void {
    clearInterval(this.#sweeping)
    this.#stopListening()
  }

  /** Says where a connection is. The first time it is told where all the others are. */
  here(ear: Ear, stream: StreamName, place: Place): void {
    const seated = this.#seatOf(ear)
    const isNew = !seated.places.has(stream)
    seated.places.set(stream, place)
    this.#tellPlace(ear, stream, place)
    if (!isNew) return
    this.#earsOf(stream).add(ear)
    ear.hear(worded({ type: 'present', stream, you: ear.person.id, people: this.#present.list(stream), gone: [] }))
    for (const { session } of this.#rooms.get(stream)?.values() ?? []) ear.hear(worded({ type: 'together', stream, trackId: session.trackId, session }))
  }

  away(ear: Ear, stream: StreamName): void {
    const seated = this.#seated.get(ear.id)
    if (!seated?.places.delete(stream)) return
    const ears = this.#ears.get(stream)
    if (ears?.delete(ear) && ears.size === 0) this.#ears.delete(stream)
    if (seated.session?.stream === stream) this.#leave(seated)
    this.#tellPlace(ear, stream, null)
    if (seated.places.size === 0) this.#seated.delete(ear.id)
  }

  /** Only for those who are here. A connection sits in one session. */
  act(ear: Ear, stream: StreamName, trackId: string, act: SessionAct): void {
    const seated = this.#seated.get(ear.id)
    if (!seated?.places.has(stream)) return
    const { session } = seated
    if (act.kind === 'join') {
      if (session && (session.stream !== stream || session.trackId !== trackId)) this.#leave(seated)
      seated.session = { stream, trackId }
    } else if (session?.stream !== stream || session.trackId !== trackId) return
    else if (act.kind === 'leave') delete seated.session
    this.#tellSession(ear, stream, trackId, act)
    // What was not theirs to do is answered with how it stands.
    if (act.kind === 'move' || act.kind === 'lead') {
      const room = this.#rooms.get(stream)?.get(trackId)
      if (room && !this.#isHeeded(room, ear, act)) ear.hear(worded({ type: 'together', stream, trackId, session: room.session }))
    }
  }

  isHere(ear: Ear): boolean {
    return this.#seated.has(ear.id)
  }

  /** Its line does not answer: to the others it has gone, until it is heard again. */
  fade(ear: Ear): void {
    const seated = this.#seated.get(ear.id)
    if (!seated || seated.isFaint) return
    seated.isFaint = true
    for (const stream of seated.places.keys()) this.#tellPlace(ear, stream, null)
  }

  revive(ear: Ear): void {
    const seated = this.#seated.get(ear.id)
    if (!seated?.isFaint) return
    seated.isFaint = false
    for (const [stream, place] of seated.places) this.#tellPlace(ear, stream, place)
  }

  /** The connection has ended. Its seat in a session is kept for a while: it may come back. */
  drop(ear: Ear): void {
    const seated = this.#seated.get(ear.id)
    if (!seated) return
    const { session, places } = seated
    delete seated.session
    for (const stream of places.keys()) this.away(ear, stream)
    if (session) this.#tellSession(ear, session.stream, session.trackId, { kind: 'drop' })
  }

  #leave(seated: Seated): void {
    const { ear, session } = seated
    if (!session) return
    delete seated.session
    this.#tellSession(ear, session.stream, session.trackId, { kind: 'leave' })
  }

  #tellPlace({ id, person }: Ear, stream: StreamName, place: Place | null): void {
    this.#relay.tell({ kind: 'place', stream, connection: id, person, place, at: this.#now() })
  }

  #tellSession({ id, person }: Ear, stream: StreamName, trackId: string, act: SessionNews['act']): void {
    this.#relay.tell({ kind: 'session', stream, trackId, connection: id, person, act, at: this.#now() })
  }

  #hearPlace(news: PlaceNews): void {
    const { stream } = news
    const moved = this.#moved.get(stream)
    const personId = this.#present.hear(news)
    if (moved) return void moved.add(personId)
    this.#moved.set(stream, new Set([personId]))
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
    const { stream, trackId } = news
    const room = this.#rooms.get(stream)?.get(trackId)
    this.#setRoom(stream, trackId, room, afterNews(room, news))
  }

  #setRoom(stream: StreamName, trackId: string, before: Room | undefined, after: Room | undefined): void {
    if (before === after) return
    const rooms = this.#rooms.get(stream) ?? new Map<string, Room>()
    if (after) this.#rooms.set(stream, rooms.set(trackId, after))
    else if (rooms.delete(trackId) && rooms.size === 0) this.#rooms.delete(stream)
    if (before?.session !== after?.session) this.#broadcast(stream, { type: 'together', stream, trackId, session: after?.session ?? null })
  }

  #sweep(): void {
    for (const [stream, rooms] of this.#rooms) {
      for (const [trackId, room] of rooms) if (waitsForSomebody(room)) this.#setRoom(stream, trackId, room, afterWaiting(room, this.#now()))
    }
  }

  /** Put into words once for everybody. */
  #broadcast(stream: StreamName, message: LiveMessage): void {
    const ears = this.#ears.get(stream)
    if (!ears || ears.size === 0) return
    const text = worded(message)
    for (const ear of ears) ear.hear(text)
  }

  #isHeeded({ session }: Room, { person }: Ear, act: SessionAct): boolean {
    return act.kind === 'move' ? session.sourceId === person.id : act.kind !== 'lead' || session.leaderId === act.leaderId
  }

  #seatOf(ear: Ear): Seated {
    const seated = this.#seated.get(ear.id) ?? { ear, places: new Map<StreamName, Place>(), isFaint: false }
    this.#seated.set(ear.id, seated)
    return seated
  }

  #earsOf(stream: StreamName): Set<Ear> {
    const ears = this.#ears.get(stream) ?? new Set<Ear>()
    this.#ears.set(stream, ears)
    return ears
  }
}

function worded(message: LiveMessage): string {
  return JSON.stringify(message)
}
