/** The playback state that a pause for writing depends on. */
interface Music {
  readonly isPlaying: () => boolean
  readonly pause: () => void
  readonly play: () => void
}

/** Pauses the music while somebody writes and resumes it afterwards, unless the user presses play meanwhile. */
export class WritingPause {
  #state: 'idle' | 'resting' | 'overruled' = 'idle'
  readonly #music: Music

  constructor(music: Music) {
    this.#music = music
  }

  /** Call with each letter. */
  write(): void {
    if (!this.#music.isPlaying()) return
    if (this.#state === 'idle') {
      this.#state = 'resting'
      this.#music.pause()
    } else this.#state = 'overruled'
  }

  /** The user operates the player: no automatic resume any more. */
  yield(): void {
    if (this.#state === 'resting') this.#state = 'overruled'
  }

  /** The text was sent or discarded. */
  leave(): void {
    const isResting = this.#state === 'resting'
    this.#state = 'idle'
    if (isResting && !this.#music.isPlaying()) this.#music.play()
  }
}
