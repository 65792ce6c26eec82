import type { Frames } from '#shared/units.ts'
import type { GainRamp } from './gain-ramp.ts'
import type { SourceGroup } from '../read/source-group.ts'

/** The sound before a jump, while it fades out under the new position. */
export class OutgoingFade {
  readonly group: SourceGroup
  readonly #step: number
  #level: number
  #planes: readonly Float32Array[] = []

  constructor(group: SourceGroup, level: number, fadeFrames: Frames) {
    this.group = group
    this.#level = level
    this.#step = 1 / fadeFrames
  }

  get isGone(): boolean {
    return this.#level < this.#step / 2
  }

  /** Adds the next `count` frames to `output[channel]` from `at` on. */
  addTo(
    output: readonly Float32Array[],
    at: Frames,
    count: Frames,
    rampGains: (ramp: GainRamp, count: Frames) => Float32Array,
  ): void {
    if ((this.#planes[0]?.length ?? 0) < count) this.#planes = output.map(() => new Float32Array(count))
    for (const plane of this.#planes) plane.fill(0, 0, count)
    this.group.addTo(this.#planes, 0, count, rampGains)
    output.forEach((plane, channel) => {
      const own = this.#planes[channel]
      for (let i = 0; i < count; i++)
        plane[at + i] = (plane[at + i] ?? 0) + (own?.[i] ?? 0) * Math.max(0, this.#level - (i + 1) * this.#step)
    })
    this.#level -= count * this.#step
  }
}
