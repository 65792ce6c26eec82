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
 * Texts that are told to every process by NOTIFY, outside of any transaction, many at once. What cannot be told is
 * lost: whoever listens begins anew when the session comes back.
 */
export class NoticeChannel {
  readonly #parts: NoticeChannelParts
  /** Texts whose last piece has not come yet, by process, with the number that the next one must have. */
  readonly #begun = new Map<string, { readonly pieces: readonly string[]; readonly next: number }>()
  #waiting: string[] = []
  #sending: Promise<void> | undefined
  #number = 0

  constructor(parts: NoticeChannelParts) {
    this.#parts = parts
  }

  send(text: string): void {
    if (!this.#parts.isOpen()) return
    const pieces = piecesOf(text)
    // PostgreSQL tells twice the same of one moment once, so each has a number; the mark says how far in the text it
    // is.
    for (const [i, piece] of pieces.entries())
      this.#waiting.push(`${this.#parts.process} ${this.#number++} ${markOf(i, pieces.length)}${piece}`)
    this.#sending ??= this.#sendAll()
  }

  /** Resolves when all was told. */
  async told(): Promise<void> {
    await this.#sending
  }

  receive(payload: string): void {
    const [head, process = '', digits, mark, piece = ''] = /^(\S+) (\d+) ([.(+)])(.*)$/s.exec(payload) ?? []
    if (head === undefined) return
    const number = Number(digits)
    const begun = this.#begun.get(process)
    this.#begun.delete(process)
    const isFirst = mark === '.' || mark === '('
    // Between two batches a line can break: half a text is none.
    if (!isFirst && begun?.next !== number) return
    const pieces = [...(isFirst ? [] : (begun?.pieces ?? [])), piece]
    if (mark === '(' || mark === '+') this.#begun.set(process, { pieces, next: number + 1 })
    else this.#parts.onText(process, pieces.join(''))
  }

  /** The session stands anew: what had begun will not be ended. */
  forget(): void {
    this.#begun.clear()
    this.#waiting = []
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, AT_ONCE)
      await this.#parts
        .ask('select pg_notify($1, piece) from unnest($2::text[]) as piece', [this.#parts.name, batch])
        .catch(() => this.forget())
    }
    this.#sending = undefined
  }
}

/** A whole text, or its first, a middle or its last piece. */
function markOf(index: number, count: number): '.' | '(' | '+' | ')' {
  if (count === 1) return '.'
  return index === 0 ? '(' : index === count - 1 ? ')' : '+'
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
