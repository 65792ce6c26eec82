import type { Frames, Hertz } from '#shared/units.ts'

export const FADE_SECONDS = 0.006

/** The fade over the whole mix, for starting, stopping, jumping and buffer underruns. */
export class Envelope {
  readonly fadeFrames: Frames
  #state: 'silent' | 'rising' | 'steady' | 'falling' = 'silent'
  #level = 0

  constructor(sampleRate: Hertz) {
    this.fadeFrames = Math.round(FADE_SECONDS * sampleRate)
  }

  /** Silent, with no fade in progress. */
  get isSilent(): boolean {
    return this.#state === 'silent'
  }

  get isFalling(): boolean {
    return this.#state === 'falling'
  }

  /** Audible, and not about to stop. */
  get isUp(): boolean {
    return this.#state === 'rising' || this.#state === 'steady'
  }

  /** 0 to 1. */
  get level(): number {
    return this.#level
  }

  /** From the next sample on, faded in or at full level. */
  begin(inFull: boolean): void {
    this.#state = inFull ? 'steady' : 'rising'
    this.#level = inFull ? 1 : 0
  }

  /** Reverses a fall before it reaches silence. */
  riseAgain(): void {
    if (this.#state === 'falling') this.#state = 'rising'
  }

  fall(): void {
    if (this.#state !== 'silent') this.#state = 'falling'
  }

  silence(): void {
    this.#state = 'silent'
    this.#level = 0
  }

  /** Frames until the current fade ends. */
  get framesLeft(): Frames {
    if (this.#state === 'rising') return Math.max(0, Math.round((1 - this.#level) * this.fadeFrames))
    return this.#state === 'falling' ? Math.max(0, Math.round(this.#level * this.fadeFrames)) : Infinity
  }

  /** Applies the fade to the next `count` frames, in `output[channel]` from `at` on. */
  shape(output: readonly Float32Array[], at: Frames, count: Frames): void {
    const slope = this.#state === 'rising' ? 1 / this.fadeFrames : this.#state === 'falling' ? -1 / this.fadeFrames : 0
    if (slope === 0) return
    for (const plane of output) {
      for (let i = 0; i < count; i++)
        plane[at + i] = (plane[at + i] ?? 0) * Math.min(1, Math.max(0, this.#level + slope * (i + 1)))
    }
    this.#level = Math.min(1, Math.max(0, this.#level + slope * count))
  }

  /** Ends a completed fade. Returns whether a fall has completed. */
  settle(): boolean {
    const halfStep = 0.5 / this.fadeFrames
    if (this.#state === 'rising' && this.#level > 1 - halfStep) this.#state = 'steady'
    if (this.#state === 'steady') this.#level = 1
    return this.#state === 'falling' && this.#level < halfStep
  }
}
