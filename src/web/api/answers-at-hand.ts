const MOST_LETTERS = 4_000_000

export interface AnswerAtHand {
  readonly etag: string
  readonly text: string
}

/**
 * The latest answers that came with a tag, by URL: asked again, the server only says that nothing has changed. In this
 * page’s memory alone, as browsers store nothing of the API. Bounded, least recently used first.
 */
export class AnswersAtHand {
  readonly #answers = new Map<string, AnswerAtHand>()
  #letters = 0

  /** Its tag is sent as `If-None-Match`; a 304 stands for its text. */
  find(url: string): AnswerAtHand | undefined {
    const answer = this.#answers.get(url)
    if (!answer) return undefined
    this.#answers.delete(url)
    this.#answers.set(url, answer)
    return answer
  }

  keep(url: string, etag: string | null, text: string): void {
    this.#drop(url)
    if (etag === null || text.length > MOST_LETTERS) return
    this.#answers.set(url, { etag, text })
    this.#letters += text.length
    for (const oldest of this.#answers.keys()) {
      if (this.#letters <= MOST_LETTERS) break
      this.#drop(oldest)
    }
  }

  #drop(url: string): void {
    this.#letters -= this.#answers.get(url)?.text.length ?? 0
    this.#answers.delete(url)
  }
}
