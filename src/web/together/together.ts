import type { StreamName } from '#shared/events.ts'
import { Listeners } from '#shared/listeners.ts'
import type { Session, SessionAct, Transport } from '#shared/live-people.ts'
import type { Milliseconds } from '#shared/units.ts'
import type { LiveClient } from '#web/live/live-client.ts'
import { listening, type Heard } from '#web/player/listening.ts'
import type { PlayerAct } from '#web/player/player.ts'
import { positionAt } from '#web/presence/position-at.ts'
import type { PeopleHere } from '#web/presence/people-here.ts'
import { placeBeacon } from '#web/presence/place-beacon.ts'
import { TransportFollower } from './transport-follower.ts'
import { TransportSource } from './transport-source.ts'

/** A track's session, and how its versions are played. */
export interface TogetherPlace {
  readonly projectId: string
  readonly trackId: string
  readonly trackTitle: string
  readonly soundOf: (versionId: string) => Heard | undefined
}

export interface TogetherState {
  readonly place: TogetherPlace
  /** Undefined until the server has answered, also after a reconnect. */
  readonly session: Session | undefined
  readonly myId: string | undefined
  readonly inControl: boolean
  /** Offset from the shared transport, including the clock's uncertainty; undefined while unknown. */
  readonly stepMs: Milliseconds | undefined
}

export interface TogetherOutlets {
  /** Called when somebody who is not in control tried to move the transport. */
  readonly refused: (leave: () => void) => void
  /** Called when the user has switched to other music. */
  readonly left: (trackTitle: string) => void
}

const LOOK_EVERY_MS: Milliseconds = 100
/** A command without an answer after this time was lost with the connection. */
const ANSWER_MS: Milliseconds = 2_000

/** This page's membership in a session; at most one per page. */
export class Together {
  readonly #live: LiveClient
  readonly #people: PeopleHere
  readonly #outlets: TogetherOutlets
  readonly #listeners = new Listeners()
  readonly #follower: TransportFollower
  readonly #source: TransportSource
  #state: TogetherState | undefined
  #stops: (() => void)[] = []
  #player: unknown
  /** The session's transport is read from this page's player. */
  #isSource = false
  #movedAt: Milliseconds | undefined
  #turn = -1
  #lastLeaderId: string | null = null
  /** Survives a lost connection: playback continues meanwhile. */
  #lastTransport: Transport | undefined
  #isApplying = false
  #hasHeard = false

  constructor(live: LiveClient, people: PeopleHere, outlets: TogetherOutlets) {
    this.#live = live
    this.#people = people
    this.#outlets = outlets
    const serverTime = () => people.clock.serverTime()
    this.#follower = new TransportFollower({
      playback: listening,
      serverTime,
      soundOf: (id) => this.#state?.place.soundOf(id),
    })
    this.#source = new TransportSource({ playback: listening, serverTime, tell: (transport) => this.#move(transport) })
  }

  readonly state = (): TogetherState | undefined => this.#state

  readonly subscribe = this.#listeners.add

  /** Joins a track's session, or starts one with what is playing. Call it in a user gesture. */
  join(place: TogetherPlace, versionId: string): void {
    if (this.#state) this.leave()
    const session = this.#sessionOf(place)
    this.#state = { place, session, myId: this.#people.myId(), inControl: false, stepMs: undefined }
    this.#turn = -1
    this.#hasHeard = false
    this.#isSource = !session
    this.#lastLeaderId = session ? session.leaderId : (this.#people.myId() ?? null)
    const looking = setInterval(() => this.#look(), LOOK_EVERY_MS)
    this.#stops = [
      () => clearInterval(looking),
      this.#people.clock.use(),
      this.#people.subscribe(() => this.#hearSession()),
      this.#live.watch(() => this.#reconnect()),
      listening.subscribe(() => this.#watchPlayer()),
    ]
    const sound = place.soundOf(versionId)
    if (!session && sound && listening.state().heard?.versionId !== versionId)
      this.#apply(() => listening.hear(sound, { play: false }))
    this.#watchPlayer()
    // Synchronous within the gesture; otherwise the browser blocks the sound.
    if (session) this.#follow(session)
    this.#act({ kind: 'join', transport: this.#beginning(versionId), leaderId: this.#lastLeaderId })
    this.#source.begin(undefined)
    this.#listeners.tell()
  }

  /** Leaves the session; playback continues. */
  leave(): void {
    if (!this.#state) return
    this.#act({ kind: 'leave' })
    for (const stop of this.#stops) stop()
    this.#stops = []
    this.#player = undefined
    this.#state = undefined
    this.#follower.stop()
    placeBeacon(this.#people).setStep(null)
    this.#listeners.tell()
  }

  /** Null puts everyone in control. */
  lead(leaderId: string | null): void {
    this.#act({ kind: 'lead', leaderId })
  }

  #sessionOf({ projectId, trackId }: TogetherPlace): Session | undefined {
    return this.#people.sessions(streamOf(projectId)).get(trackId)
  }

  #beginning(versionId: string): Transport {
    const known = this.#state?.session?.transport ?? this.#source.read()
    return known?.versionId === versionId || this.#state?.session ? (known ?? standing(versionId)) : standing(versionId)
  }

  #act(act: SessionAct): void {
    const { place } = this.#state ?? {}
    if (place) this.#live.say({ type: 'together', stream: streamOf(place.projectId), trackId: place.trackId, act })
  }

  #move(transport: Transport): void {
    this.#movedAt = performance.now()
    this.#act({ kind: 'move', transport })
  }

  /** After a reconnect, perhaps to a restarted server: joins again, keeping the leader and the music. */
  #reconnect(): void {
    if (!this.#state || !this.#live.isConnected()) return
    const transport = (this.#isSource ? this.#source.read() : this.#lastTransport) ?? this.#lastTransport
    const now = this.#people.clock.serverTime()
    if (!transport || now === undefined) return
    this.#turn = -1
    this.#movedAt = undefined
    this.#act({
      kind: 'join',
      transport: { ...transport, position: positionAt(transport, now), at: now },
      leaderId: this.#lastLeaderId,
    })
  }

  #hearSession(): void {
    const { place } = this.#state ?? {}
    if (!place) return
    const session = this.#sessionOf(place)
    const myId = this.#people.myId()
    if (!session) return this.#set({ session: undefined, myId, inControl: false })
    if (session === this.#state?.session) return
    this.#lastLeaderId = session.leaderId
    this.#lastTransport = session.transport
    const inControl = session.leaderId === null || session.leaderId === myId
    this.#set({ session, myId, inControl })
    this.#follow(session)
  }

  #follow(session: Session): void {
    const { turn, sourceId, transport } = session
    const isMine = sourceId === this.#people.myId() && this.#isSource
    const waits = this.#movedAt !== undefined && performance.now() - this.#movedAt < ANSWER_MS
    if (isMine) {
      this.#movedAt = undefined
      this.#turn = turn
      // Somebody who lost control follows the last known transport.
      if (this.#state?.inControl !== false) return
    } else if (waits) return
    if (this.#isSource) {
      this.#isSource = false
      this.#turn = -1
    }
    if (turn === this.#turn) return
    this.#turn = turn
    this.#apply(() => this.#follower.follow(transport))
  }

  #watchPlayer(): void {
    const { heard, player } = listening.state()
    const { place, session } = this.#state ?? {}
    if (!place) return
    if (player && player !== this.#player) {
      this.#player = player
      this.#stops.push(player.onAct((act) => this.#hearAct(act)))
    }
    const isHere = heard?.trackId === place.trackId
    this.#hasHeard ||= isHere
    if (session && this.#hasHeard && !isHere && !this.#isApplying) {
      this.leave()
      this.#outlets.left(place.trackTitle)
    }
  }

  #hearAct(act: PlayerAct): void {
    const { session, inControl } = this.#state ?? {}
    if (this.#isApplying || !session) return
    const { heard, player } = listening.state()
    const isSameVersion = heard?.versionId === session.transport.versionId
    // The player switched to another file of the same music: nobody asked for that, so only sync again.
    if (act === 'load' && isSameVersion && !player?.snapshot().deck) return
    if (inControl) {
      if (!this.#isSource) this.#source.begin(session.transport)
      this.#isSource = true
      this.#follower.stop()
      // Ignore transports from others until this one has been answered.
      this.#movedAt = performance.now()
      return
    }
    this.#outlets.refused(() => this.leave())
    this.#apply(() => this.#follower.follow(session.transport))
  }

  #look(): void {
    const { session } = this.#state ?? {}
    if (!session) return
    const offMs = this.#isSource ? this.#source.look() : this.#apply(() => this.#follower.look())
    const uncertaintyMs = this.#people.clock.estimate()?.uncertaintyMs
    const isSounding = listening.state().player?.snapshot().phase === 'playing'
    const stepMs =
      offMs === undefined || uncertaintyMs === undefined || !isSounding
        ? undefined
        : Math.ceil(Math.abs(offMs) + uncertaintyMs + (this.#isSource ? 0 : this.#follower.unsureMs()))
    placeBeacon(this.#people).setStep(stepMs ?? null)
    if (stepMs !== this.#state?.stepMs) this.#set({ stepMs })
  }

  #apply<T>(work: () => T): T {
    const before = this.#isApplying
    this.#isApplying = true
    try {
      return work()
    } finally {
      this.#isApplying = before
    }
  }

  #set(change: { readonly [K in keyof TogetherState]?: TogetherState[K] | undefined }): void {
    if (!this.#state) return
    this.#state = {
      ...this.#state,
      ...change,
      place: this.#state.place,
      inControl: change.inControl ?? this.#state.inControl,
    }
    this.#listeners.tell()
  }
}

function streamOf(projectId: string): StreamName {
  return `project:${projectId}`
}

function standing(versionId: string): Transport {
  return { versionId, isPlaying: false, position: 0, at: 0, speed: 1, loop: null }
}
