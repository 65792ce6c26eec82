import type { Ask } from './postgres-session.ts'

/** PostgreSQL limits a payload to less than 8000 bytes; longer texts are split. */
const PIECE_BYTES = 7_000
const AT_ONCE = 200

export interface NoticeChannelParts {
  readonly name: string
  /** The id of this process. */
  readonly process: string
  readonly ask: Ask
  readonly isOpen: () => boolean
  /** Called for each text that a process sent, including this one, in the same order everywhere. */
  readonly onText: (process: string, text: string) => void
}

/**
 * Sends texts to all processes with NOTIFY, outside of transactions and in batches. A text that cannot be sent is lost:
 * receivers reset when the session returns.
 */
export class NoticeChannel {
  readonly #parts: NoticeChannelParts
  /** Texts whose last piece is missing, by process, with the expected number of the next piece. */
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
    // PostgreSQL merges equal notifications of one transaction, so each has a number; the mark gives the position in
    // the text.
    for (const [i, piece] of pieces.entries())
      this.#waiting.push(`${this.#parts.process} ${this.#number++} ${markOf(i, pieces.length)}${piece}`)
    this.#sending ??= this.#sendAll()
  }

  /** Resolves when everything has been sent. */
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
    // The connection can break between two batches: drop an incomplete text.
    if (!isFirst && begun?.next !== number) return
    const pieces = [...(isFirst ? [] : (begun?.pieces ?? [])), piece]
    if (mark === '(' || mark === '+') this.#begun.set(process, { pieces, next: number + 1 })
    else this.#parts.onText(process, pieces.join(''))
  }

  /** The session was replaced: incomplete texts will not be completed. */
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

/** Marks a whole text, or its first, middle or last piece. */
function markOf(index: number, count: number): '.' | '(' | '+' | ')' {
  if (count === 1) return '.'
  return index === 0 ? '(' : index === count - 1 ? ')' : '+'
}

/** Splits by bytes of UTF-8, never inside a character. */
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
