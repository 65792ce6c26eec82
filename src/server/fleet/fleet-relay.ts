import type { Instant, Milliseconds } from '#shared/units.ts'
import type { LiveNews } from '../realtime/live-news.ts'
import type { KeptSession, RelayPeer, Relay } from '../realtime/relay.ts'

/** What the presence registries of several processes send each other; all receive all messages in one order. */
export type FleetMessage = { readonly from: string } & (
  | { readonly kind: 'news'; readonly news: LiveNews }
  /** A process joins without any state. */
  | { readonly kind: 'hello'; readonly id: string; readonly at: Instant }
  /** The sessions known when that hello was received. */
  | { readonly kind: 'rooms'; readonly to: string; readonly rooms: readonly KeptSession[] }
  | { readonly kind: 'alive' }
)

export interface FleetRelayParts {
  readonly process: string
  readonly send: (message: FleetMessage) => void
  readonly now: () => Instant
  readonly newId: () => string
}

const ALIVE_MS: Milliseconds = 1_000
/** A process that is silent for this long is considered dead. */
export const SILENT_MS: Milliseconds = 5_000
/**
 * Other processes answer a hello at once. Without an answer in this time there are none, or they are stalled; the time
 * grows with each retry.
 */
export const ANSWER_MS: Milliseconds = 1_000
const LONGEST_ANSWER_MS: Milliseconds = 8_000

/**
 * Keeps the presence registries identical. All processes apply the same messages in the same order, so a joining
 * process takes over the state another had at its hello and then applies the later messages. A process that missed a
 * message drops its state, disconnects its clients so that they reconnect, and joins again.
 */
export class FleetRelay implements Relay {
  readonly process: string
  readonly #parts: FleetRelayParts
  #member: RelayPeer | undefined
  /** While joining: the messages received meanwhile. */
  #coming: { isHelloHeard: boolean; heard: readonly FleetMessage[] } | undefined
  #hello = ''
  /** The state it started with; every answer to its hello must equal this. */
  #begunWith = ''
  #answerMs = ANSWER_MS
  #patience: ReturnType<typeof setTimeout> | undefined
  readonly #heardAt = new Map<string, Instant>()
  #lookedAt: Instant = 0
  #looking: ReturnType<typeof setInterval> | undefined

  constructor(parts: FleetRelayParts) {
    this.process = parts.process
    this.#parts = parts
  }

  tell(news: LiveNews): void {
    this.#parts.send({ from: this.process, kind: 'news', news })
  }

  join(member: RelayPeer): () => void {
    this.#member = member
    this.#come()
    this.#lookedAt = this.#parts.now()
    this.#looking = setInterval(() => this.look(), ALIVE_MS)
    return () => {
      clearInterval(this.#looking)
      clearTimeout(this.#patience)
      this.tell({ kind: 'gone', process: this.process, at: this.#parts.now() })
      this.#member = undefined
    }
  }

  /** Call when messages have been missed. */
  beginAnew(): void {
    if (!this.#member) return
    this.#heardAt.clear()
    this.#member.beginAnew()
    this.#come()
  }

  /** Call for every message in the common order, including this process's own. */
  receive(message: FleetMessage): void {
    if (!this.#member) return
    this.#heardAt.set(message.from, this.#parts.now())
    this.#keepOrTake(message)
  }

  #keepOrTake(message: FleetMessage): void {
    if (message.kind === 'rooms') {
      if (message.to === this.#hello) this.#takeAnswer(message.rooms)
      return
    }
    const coming = this.#coming
    if (!coming) return this.#take(message)
    if (message.kind === 'hello' && message.id === this.#hello) {
      coming.isHelloHeard = true
      // At this hello the others forget who was here before; so does this process.
      coming.heard = coming.heard.filter(({ from }) => from !== this.process)
      this.#patience = setTimeout(() => this.#settle([]), this.#answerMs)
      this.#patience.unref()
    }
    // The state at the hello includes everything before it.
    else if (coming.isHelloHeard || message.kind !== 'news' || message.news.kind === 'place')
      coming.heard = [...coming.heard, message]
  }

  /** An answer that is late or differs shows that this process started with an incomplete state. */
  #takeAnswer(sessions: readonly KeptSession[]): void {
    if (this.#coming) return this.#settle(sessions)
    if (sessions.length === 0 || JSON.stringify(sessions) === this.#begunWith) return
    this.#answerMs = Math.min(LONGEST_ANSWER_MS, 2 * this.#answerMs)
    this.beginAnew()
  }

  /** Sends a sign of life and checks the others' signs. */
  look(): void {
    const at = this.#parts.now()
    const wasHeldUp = at - this.#lookedAt > 2 * ALIVE_MS
    this.#lookedAt = at
    this.#parts.send({ from: this.process, kind: 'alive' })
    for (const [process, heardAt] of this.#heardAt) {
      // A process that was stalled has not had time to hear the others.
      if (wasHeldUp) this.#heardAt.set(process, at)
      else if (process !== this.process && at - heardAt > SILENT_MS) this.tell({ kind: 'gone', process, at })
    }
  }

  #come(): void {
    clearTimeout(this.#patience)
    this.#hello = this.#parts.newId()
    this.#coming = { isHelloHeard: false, heard: [] }
    this.#parts.send({ from: this.process, kind: 'hello', id: this.#hello, at: this.#parts.now() })
  }

  #settle(sessions: readonly KeptSession[]): void {
    clearTimeout(this.#patience)
    const heard = this.#coming?.heard ?? []
    this.#coming = undefined
    this.#begunWith = JSON.stringify(sessions)
    this.#member?.adopt(sessions)
    for (const message of heard) this.#keepOrTake(message)
  }

  #take(message: FleetMessage): void {
    if (!this.#member) return
    if (message.kind === 'hello' && message.from !== this.process) {
      // A process that was there before has dropped its clients.
      this.#member.hear({ kind: 'gone', process: message.from, at: message.at })
      this.#parts.send({ from: this.process, kind: 'rooms', to: message.id, rooms: this.#member.rooms() })
      this.#member.tellPlaces()
    }
    if (message.kind === 'news') this.#takeNews(message.news)
  }

  #takeNews(news: LiveNews): void {
    if (news.kind === 'gone') {
      this.#heardAt.delete(news.process)
      // The others consider this process dead and have dropped its clients.
      if (news.process === this.process) return this.beginAnew()
    }
    this.#member?.hear(news)
  }
}
