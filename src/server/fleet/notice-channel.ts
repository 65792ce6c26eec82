import type { Ask } from './postgres-session.ts'

/** PostgreSQL takes less than 8000 bytes at a time; what is longer is told in pieces. */
const PIECE_BYTES = 7_000
const AT_ONCE = 200

export interface NoticeChannelParts {
  readonly name: string
  /** Names this process. */
  readonly process: string
  readonly ask: Ask
  readonly isOpen: () => boolean
  /** A text that some process has sent, this one included, in the order in which all hear them. */
  readonly onText: (process: string, text: string) => void
}

/**
 * Texts that are told to every process by NOTIFY, outside of any transaction, many at once. What cannot be told is lost: whoever
 * listens begins anew when the session comes back.
 */
export class NoticeChannel {
  readonly #parts: NoticeChannelParts
  /** Texts whose last piece has not come yet, by process. */
  readonly #begun = new Map<string, string[]>()
  #waiting: string[] = []
  #sending: Promise<void> | undefined
  #number = 0

  constructor(parts: NoticeChannelParts) {
    this.#parts = parts
  }

  send(text: string): void {
    if (!this.#parts.isOpen()) return
    const pieces = piecesOf(text)
    // PostgreSQL tells twice the same of one moment once, so each has a number; `+` says that more follows.
    for (const [i, piece] of pieces.entries()) this.#waiting.push(`${this.#parts.process} ${this.#number++} ${i < pieces.length - 1 ? '+' : '.'}${piece}`)
    this.#sending ??= this.#sendAll()
  }

  /** Resolves when all was told. */
  async told(): Promise<void> {
    await this.#sending
  }

  receive(payload: string): void {
    const [head, process = '', mark, piece = ''] = /^(\S+) \d+ ([+.])(.*)$/s.exec(payload) ?? []
    if (head === undefined) return
    const pieces = [...(this.#begun.get(process) ?? []), piece]
    if (mark === '+') return void this.#begun.set(process, pieces)
    this.#begun.delete(process)
    this.#parts.onText(process, pieces.join(''))
  }

  /** The session stands anew: what had begun will not be ended. */
  forget(): void {
    this.#begun.clear()
    this.#waiting = []
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, AT_ONCE)
      await this.#parts.ask('select pg_notify($1, piece) from unnest($2::text[]) as piece', [this.#parts.name, batch]).catch(() => this.forget())
    }
    this.#sending = undefined
  }
}

/** By bytes as PostgreSQL counts them; no sign is cut in two. */
function piecesOf(text: string): readonly string[] {
  if (Buffer.byteLength(text) <= PIECE_BYTES) return [text]
  const pieces: string[] = []
  let piece = ''
  let bytes = 0
  for (const sign of text) {
    const more = Buffer.byteLength(sign)
    if (bytes + more > PIECE_BYTES) {
      pieces.push(piece)
      piece = ''
      bytes = 0
    }
    piece += sign
    bytes += more
  }
  return [...pieces, piece]
}
