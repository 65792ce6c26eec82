/** What is heard, as far as writing has a say in it. */
interface Music {
  readonly isPlaying: () => boolean
  readonly pause: () => void
  readonly play: () => void
}

/** The music rests while somebody writes and goes on afterwards. Whoever presses play meanwhile wants to hear it. */
export class WritingPause {
  #state: 'idle' | 'resting' | 'overruled' = 'idle'
  readonly #music: Music

  constructor(music: Music) {
    this.#music = music
  }

  /** With each letter. */
  write(): void {
    if (!this.#music.isPlaying()) return
    if (this.#state === 'idle') {
      this.#state = 'resting'
      this.#music.pause()
    } else this.#state = 'overruled'
  }

  /** Somebody reaches for the player themselves: what plays is theirs to say from here on. */
  yield(): void {
    if (this.#state === 'resting') this.#state = 'overruled'
  }

  /** It was sent, or left. */
  leave(): void {
    const isResting = this.#state === 'resting'
    this.#state = 'idle'
    if (isResting && !this.#music.isPlaying()) this.#music.play()
  }
}
