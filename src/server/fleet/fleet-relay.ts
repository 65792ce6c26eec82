import type { Instant, Milliseconds } from '#shared/units.ts'
import type { LiveNews } from '../realtime/live-news.ts'
import type { KeptSession, RelayPeer, Relay } from '../realtime/relay.ts'

/** What the halls of several processes say to each other; everybody hears everything, in one order. */
export type FleetMessage = { readonly from: string } & (
  | { readonly kind: 'news'; readonly news: LiveNews }
  /** A process comes and knows nothing. */
  | { readonly kind: 'hello'; readonly id: string; readonly at: Instant }
  /** What was known of sessions when that hello was heard. */
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
/** A process that is silent for so long has died. */
export const SILENT_MS: Milliseconds = 5_000
/**
 * Whoever is there answers at once; if nobody does in this time, nobody is, or they are held up: each time they are
 * given longer.
 */
export const ANSWER_MS: Milliseconds = 1_000
const LONGEST_ANSWER_MS: Milliseconds = 8_000

/**
 * Keeps what all halls know alike. All act on the same messages in the same order, so a process that comes takes over
 * what another knew when it heard the hello, and then does with the messages since what that one did. Whoever has
 * missed anything forgets all, sends its people away to come back, and comes anew.
 */
export class FleetRelay implements Relay {
  readonly process: string
  readonly #parts: FleetRelayParts
  #member: RelayPeer | undefined
  /** While it comes: what was heard meanwhile. */
  #coming: { isHelloHeard: boolean; heard: readonly FleetMessage[] } | undefined
  #hello = ''
  /** What it began with; all answers to its hello must be this one. */
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

  /** Messages have been missed. */
  beginAnew(): void {
    if (!this.#member) return
    this.#heardAt.clear()
    this.#member.beginAnew()
    this.#come()
  }

  /** For every message there is, in the order that all hear, those of this process included. */
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
      // The others forget at this hello who was here before; so does this process.
      coming.heard = coming.heard.filter(({ from }) => from !== this.process)
      this.#patience = setTimeout(() => this.#settle([]), this.#answerMs)
      this.#patience.unref()
    }
    // What was known when the hello was heard holds all that was done before it.
    else if (coming.isHelloHeard || message.kind !== 'news' || message.news.kind === 'place')
      coming.heard = [...coming.heard, message]
  }

  /** One that comes late, or is unlike the others', shows that this process began with too little. */
  #takeAnswer(rooms: readonly KeptSession[]): void {
    if (this.#coming) return this.#settle(rooms)
    if (rooms.length === 0 || JSON.stringify(rooms) === this.#begunWith) return
    this.#answerMs = Math.min(LONGEST_ANSWER_MS, 2 * this.#answerMs)
    this.beginAnew()
  }

  /** Says that it lives, and looks who does not. */
  look(): void {
    const at = this.#parts.now()
    const wasHeldUp = at - this.#lookedAt > 2 * ALIVE_MS
    this.#lookedAt = at
    this.#parts.send({ from: this.process, kind: 'alive' })
    for (const [process, heardAt] of this.#heardAt) {
      // Whoever was held up has not had the time to hear the others.
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

  #settle(rooms: readonly KeptSession[]): void {
    clearTimeout(this.#patience)
    const heard = this.#coming?.heard ?? []
    this.#coming = undefined
    this.#begunWith = JSON.stringify(rooms)
    this.#member?.adopt(rooms)
    for (const message of heard) this.#keepOrTake(message)
  }

  #take(message: FleetMessage): void {
    if (!this.#member) return
    if (message.kind === 'hello' && message.from !== this.process) {
      // If it was there before, it has forgotten its people as well.
      this.#member.hear({ kind: 'gone', process: message.from, at: message.at })
      this.#parts.send({ from: this.process, kind: 'rooms', to: message.id, rooms: this.#member.rooms() })
      this.#member.tellPlaces()
    }
    if (message.kind === 'news') this.#takeNews(message.news)
  }

  #takeNews(news: LiveNews): void {
    if (news.kind === 'gone') {
      this.#heardAt.delete(news.process)
      // The others hold it for dead: they have forgotten its people.
      if (news.process === this.process) return this.beginAnew()
    }
    this.#member?.hear(news)
  }
}
