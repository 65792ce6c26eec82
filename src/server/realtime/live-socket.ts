import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { refused } from '#shared/errors.ts'
import type { LiveMessage, LiveRequest, StreamEvent, StreamName } from '#shared/events.ts'
import { clientGroup } from '../auth/limits/address-limits.ts'
import type { Identify } from '../auth/session/identify.ts'
import { eventsAfter, lastSeq } from '../events/events.queries.ts'
import { clientAddress } from '../router/client-address.ts'
import { comesFromUs } from '../router/request-guard.ts'
import { isShareAddress, userScope, type Actor, type FindRights, type GuestDoor } from '../scope.ts'
import type { Services } from '../services.ts'
import { CountedConnections } from './counted-connections.ts'
import { GuestStreams } from './guest-streams.ts'
import { livePerson } from './live-person.ts'
import { readRequest } from './live-requests.ts'
import { messageAllowance } from './message-allowance.ts'
import { PresenceRegistry, type Subscriber } from './presence-registry.ts'
import { SharedReads } from './shared-reads.ts'

/** A client further behind than this reads everything again instead. */
const REPLAY_EVENTS = 10_000
const BATCH = 500
const HEARTBEAT_MS = 20_000
/** How soon a revoked session or a lost membership is noticed even when no event tells of it. */
const RECHECK_MS = 1_000
const MAX_STREAMS = 200
/** A client that asks for more than this before it has its answers is not one of ours. */
const MAX_WAITING = 500
/** A reader further behind than this comes back and goes on from its cursor. */
const MAX_UNREAD_BYTES = 8 * 1024 * 1024

/**
 * Who is here for others is asked this often whether the line still stands, and has gone when there was no answer for
 * so long.
 */
const PULSE_MS = 2_000
const FAINT_MS = 4_000
/** What is said to others and asked of the clock: far more than a person’s hands can do. */
const SAYING = { burst: 120, perSecond: 20 }
/** What is followed, left and pinged: a page that comes back follows all that it shows at once. */
const ASKING = { burst: 600, perSecond: 30 }
/** Connections of one person, or of all guests at one address: many windows on many machines. */
const MAX_CONNECTIONS = 100

interface LiveParts {
  readonly services: Services
  readonly identify: Identify
  readonly findRights: FindRights
  readonly guests: GuestDoor
  readonly origins: () => readonly string[]
}

/** One socket per tab at /api/live: streams of events, exactly once and in order, to those who may see them. */
export async function serveLive(app: FastifyInstance, parts: LiveParts): Promise<void> {
  // A message that is too long is its sender's fault and no error of ours.
  await app.register(websocket, { options: { maxPayload: 16 * 1024 }, errorHandler: (_, socket) => socket.terminate() })
  const { bus } = parts.services
  const connections = new CountedConnections(MAX_CONNECTIONS)
  const shared = {
    hall: new PresenceRegistry(bus.relay, bus.now),
    news: new SharedReads<readonly StreamEvent[]>(),
    rights: new SharedReads<boolean>(),
  }
  app.addHook('onClose', async () => shared.hall.close())
  // Looked at before there is a socket: a page of another website learns nothing, not even that.
  const preValidation = async (request: FastifyRequest) => {
    if (!comesFromUs(request, parts.origins())) throw refused.origin()
  }
  app.get('/api/live', { websocket: true, preValidation }, async (socket, request) => {
    // Messages may arrive before the session is looked up.
    const early: string[] = []
    const collect = (message: Buffer) =>
      early.length < MAX_WAITING ? void early.push(message.toString()) : socket.close(4429, 'too many requests')
    socket.on('message', collect)
    const actor = await parts.identify(request)
    // Gone meanwhile: nothing would ever end what is started below.
    if (socket.readyState !== socket.OPEN) return
    const whose = actor
      ? `user:${actor.userId}`
      : parts.guests.isGuest(request)
        ? `guests:${clientGroup(clientAddress(request.raw, parts.services.config.TRUSTED_PROXIES))}`
        : undefined
    if (whose === undefined) return socket.close(4401, 'unauthorized')
    if (!connections.add(whose)) return socket.close(4429, 'too many connections')
    socket.once('close', () => connections.drop(whose))
    socket.off('message', collect)
    new LiveConnection(socket, request, actor, { ...parts, ...shared }).open(early)
  })
}

interface ConnectionParts extends LiveParts {
  readonly hall: PresenceRegistry
  /** By stream and cursor. */
  readonly news: SharedReads<readonly StreamEvent[]>
  /** By person and project. */
  readonly rights: SharedReads<boolean>
}

class LiveConnection {
  readonly #socket: WebSocket
  readonly #request: FastifyRequest
  /** Undefined for guests, who follow nothing but what share links open. */
  readonly #actor: Actor | undefined
  readonly #guestStreams: GuestStreams
  readonly #parts: ConnectionParts
  /** Guests are not shown as being here. */
  readonly #ear: Subscriber | undefined
  readonly #maySay: () => boolean
  readonly #mayAsk: () => boolean
  /** The last event sent of each followed stream. */
  readonly #cursors = new Map<StreamName, number>()
  /** Work goes one piece after the other, so that events leave in order. */
  #queue: Promise<void> = Promise.resolve()
  /** Streams whose news are queued already: what they bring includes all that came since. */
  readonly #due = new Set<StreamName>()
  #asked = 0
  #rechecking = false

  constructor(socket: WebSocket, request: FastifyRequest, actor: Actor | undefined, parts: ConnectionParts) {
    this.#socket = socket
    this.#request = request
    this.#actor = actor
    this.#parts = parts
    const { bus, newId } = parts.services
    this.#maySay = messageAllowance(SAYING, bus.now)
    this.#mayAsk = messageAllowance(ASKING, bus.now)
    this.#ear = actor && {
      id: `${bus.relay.process}.${newId()}`,
      person: livePerson(actor),
      hear: (text) => this.#sendText(text),
      sendAway: () => socket.close(1012, 'come back'),
    }
    this.#guestStreams = new GuestStreams({
      db: parts.services.database.db,
      find: (address) => parts.guests.findVisit(request, address, actor),
      send: (message) => this.#send(message),
    })
  }

  open(early: readonly string[]): void {
    const {
      services: { bus },
      hall,
    } = this.#parts
    const ear = this.#ear
    const offWake = bus.onWake((stream) => {
      for (const one of stream === null ? [...this.#cursors.keys(), ...this.#guestStreams.streams()] : [stream]) {
        if (this.#cursors.has(one)) this.#deliverLater(one)
        if (this.#guestStreams.follows(one)) this.#later(() => this.#guestStreams.deliver(one))
      }
    })
    const offTick = bus.onTick((tick) => this.#cursors.has(tick.stream) && this.#send({ type: 'progress', ...tick }))
    let alive = true
    const beat = setInterval(() => {
      if (!alive) return this.#socket.terminate()
      alive = false
      this.#socket.ping()
    }, HEARTBEAT_MS)
    let heardAt = bus.now()
    let askedAt = heardAt
    const recheck = setInterval(() => {
      this.#recheckLater()
      if (!ear || !hall.isHere(ear)) return void (heardAt = bus.now())
      if (bus.now() - heardAt >= FAINT_MS) hall.fade(ear)
      if (bus.now() - askedAt < PULSE_MS) return
      askedAt = bus.now()
      this.#socket.ping()
    }, RECHECK_MS)
    this.#socket.on('pong', () => {
      alive = true
      heardAt = bus.now()
      if (ear) hall.revive(ear)
    })
    this.#socket.on('message', (message: Buffer) => this.#receive(message.toString()))
    this.#socket.on('close', () => {
      offWake()
      offTick()
      clearInterval(beat)
      clearInterval(recheck)
      this.#cursors.clear()
      if (ear) hall.drop(ear)
    })
    for (const message of early) this.#receive(message)
  }

  #receive(text: string): void {
    const message = readRequest(text)
    if (!message) return this.#socket.close(4400, 'not understood')
    if (this.#asked >= MAX_WAITING || !this.#isAllowed(message)) return this.#socket.close(4429, 'too many requests')
    if (message.type === 'ping') return this.#send({ type: 'pong' })
    // Answered out of turn: what waits in the queue would be taken for a slow line.
    if (message.type === 'clock')
      return this.#send({ type: 'clock', sent: message.sent, at: this.#parts.services.bus.now() })
    this.#asked++
    this.#later(() => this.#heed(message).finally(() => this.#asked--))
  }

  #isAllowed({ type }: LiveRequest): boolean {
    return type === 'follow' || type === 'unfollow' || type === 'ping' ? this.#mayAsk() : this.#maySay()
  }

  async #heed(message: Exclude<LiveRequest, { type: 'ping' | 'clock' }>): Promise<void> {
    const { stream } = message
    const [, id = ''] = stream.split(':')
    if (isShareAddress(id))
      return message.type === 'follow' || message.type === 'unfollow'
        ? this.#guestStreams.heed(message)
        : this.#send({ type: 'lost', stream })
    if (message.type === 'follow') return this.#follow(stream, message.cursor)
    if (message.type === 'unfollow') {
      this.#cursors.delete(stream)
      return this.#leave(stream)
    }
    // What one may follow is looked at again all the time; to anything else nothing is said.
    if (!this.#ear || !this.#cursors.has(stream)) return this.#send({ type: 'lost', stream })
    if (message.type === 'here') this.#parts.hall.here(this.#ear, stream, message.place)
    else if (message.type === 'away') this.#parts.hall.away(this.#ear, stream)
    else this.#parts.hall.act(this.#ear, stream, message.trackId, message.act)
  }

  #deliverLater(stream: StreamName): void {
    if (this.#due.has(stream)) return
    this.#due.add(stream)
    this.#later(() => {
      this.#due.delete(stream)
      return this.#deliver(stream)
    })
  }

  async #follow(stream: StreamName, cursor: number | null): Promise<void> {
    if (this.#cursors.size >= MAX_STREAMS) return this.#socket.close(4429, 'too many streams')
    if (!(await this.#mayFollow(stream))) return this.#send({ type: 'lost', stream })
    const last = await lastSeq(this.#parts.services.database.db, stream)
    const outOfReach = cursor !== null && (cursor > last || last - cursor > REPLAY_EVENTS)
    this.#cursors.set(stream, cursor === null || outOfReach ? last : cursor)
    this.#send(outOfReach ? { type: 'reset', stream, seq: last } : { type: 'following', stream, seq: cursor ?? last })
    await this.#deliver(stream)
  }

  async #deliver(stream: StreamName): Promise<void> {
    for (let cursor = this.#cursors.get(stream); cursor !== undefined; cursor = this.#cursors.get(stream)) {
      const { services, news } = this.#parts
      const events = await news.read(`${stream} ${cursor}`, () =>
        eventsAfter(services.database.db, stream, cursor, BATCH),
      )
      const last = events.at(-1)
      if (!last) return
      if (!(await this.#mayFollow(stream))) return this.#lose(stream)
      for (const event of events) this.#send({ type: 'event', event })
      this.#cursors.set(stream, last.seq)
    }
  }

  /** One at a time: where looking takes longer than the interval, they would pile up. */
  #recheckLater(): void {
    if (this.#rechecking) return
    this.#rechecking = true
    this.#later(() => this.#recheck().finally(() => (this.#rechecking = false)))
  }

  async #recheck(): Promise<void> {
    if (this.#actor && !(await this.#parts.identify(this.#request))) return this.#socket.close(4401, 'unauthorized')
    await this.#guestStreams.recheck()
    for (const stream of this.#cursors.keys()) if (!(await this.#mayFollow(stream))) this.#lose(stream)
  }

  #lose(stream: StreamName): void {
    this.#cursors.delete(stream)
    this.#leave(stream)
    this.#send({ type: 'lost', stream })
  }

  #leave(stream: StreamName): void {
    if (this.#ear) this.#parts.hall.away(this.#ear, stream)
  }

  async #mayFollow(stream: StreamName): Promise<boolean> {
    const [kind, id = ''] = stream.split(':')
    if (!this.#actor) return false
    if (kind === 'user') return id === this.#actor.userId
    const { services, findRights, rights } = this.#parts
    const scope = userScope({ services, db: services.database.db, afterCommit: (effect) => effect() }, this.#actor)
    return rights.read(
      `${this.#actor.userId} ${id}`,
      async () => (await findRights(scope, id, { inTrash: false })) !== undefined,
    )
  }

  #send(message: LiveMessage): void {
    this.#sendText(JSON.stringify(message))
  }

  #sendText(text: string): void {
    if (this.#socket.bufferedAmount > MAX_UNREAD_BYTES) return this.#socket.terminate()
    if (this.#isOpen()) this.#socket.send(text)
  }

  /** What still waits when the connection ends is not done any more. */
  #later(work: () => Promise<void>): void {
    this.#queue = this.#queue
      .then(() => (this.#isOpen() ? work() : undefined))
      .catch((error: unknown) => {
        this.#parts.services.log.error({ err: error }, 'live connection')
        this.#socket.close(1011, 'server error')
      })
  }

  #isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }
}
