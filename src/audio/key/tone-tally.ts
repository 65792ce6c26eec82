import type { PitchPeaks } from '#audio/key/pitch-peaks.ts'

/** Steps of the tally per semitone: ten cents. */
export const STEPS = 10
export const OCTAVE = 12 * STEPS
/** Windows of one stretch: 3.5 s at first, 10 s where two of three windows are left out. */
const WINDOWS = 5

/** How loud a note's overtones may be without being notes of their own, by their number. */
const OVERTONES = [0, 0, 0.9, 0.75, 0.6, 0.5, 0.42, 0.36, 0.3] as const
/** Overtones of strings are higher than multiples. */
const OVERTONE_REACH = 0.35
/** Semitones from A 440 where notes count fully; below they are drums more often. */
const BASS = -29
/** Above, overtones. */
const TREBLE = 14

/** The notes of some seconds. */
export interface ToneStretch {
  /** By pitch class above A 440, in steps of ten cents. */
  readonly notes: Float64Array
  /** Of the lowest notes. */
  readonly bass: Float64Array
  weight: number
}

/** Sums up tones by pitch class. */
export class ToneTally {
  readonly stretches: ToneStretch[] = []
  /** The sum of all deviations from semitones of A 440, as turns of a circle. */
  #tuningRe = 0
  #tuningIm = 0
  #tuningAll = 0
  #windows = 0
  #tonal = 0
  readonly #left = new Float64Array(64)

  add({ count, pitches, levels, tonal }: PitchPeaks): void {
    if (this.#windows % WINDOWS === 0)
      this.stretches.push({ notes: new Float64Array(OCTAVE), bass: new Float64Array(OCTAVE), weight: 0 })
    this.#windows++
    this.#tonal += tonal
    if (count === 0) return
    const stretch = this.stretches.at(-1)
    if (!stretch) return
    const left = this.#withoutOvertones(count, pitches, levels)
    let all = 0
    // In bounds here and below.
    for (let i = 0; i < count; i++) {
      left[i] = Math.sqrt(left[i] as number) * loudnessAt(pitches[i] as number)
      all += left[i] as number
    }
    if (all <= 0) return
    let lowest = -1
    for (let i = 0; i < count; i++) {
      const share = ((left[i] as number) / all) * tonal
      if (share <= 0) continue
      const pitch = pitches[i] as number
      const step = Math.round((((pitch % 12) + 12) % 12) * STEPS) % OCTAVE
      stretch.notes[step] = (stretch.notes[step] as number) + share
      const turn = 2 * Math.PI * pitch
      this.#tuningRe += share * Math.cos(turn)
      this.#tuningIm += share * Math.sin(turn)
      this.#tuningAll += share
      if (lowest < 0 && (left[i] as number) > 0.03 * all) {
        lowest = i
        stretch.bass[step] = (stretch.bass[step] as number) + tonal
      }
    }
    stretch.weight += tonal
  }

  get windows(): number {
    return this.#windows
  }

  /** 0..1: how near all notes are to the semitones of one tuning; noise and speech are near none. */
  get steadiness(): number {
    return this.#tuningAll > 0 ? Math.hypot(this.#tuningRe, this.#tuningIm) / this.#tuningAll : 0
  }

  /** Semitones by which the notes are above those of A 440, −0.5 … 0.5. */
  get tuning(): number {
    return Math.atan2(this.#tuningIm, this.#tuningRe) / (2 * Math.PI)
  }

  /** The mean share of the power that is in steady tones. */
  get tonal(): number {
    return this.#windows > 0 ? this.#tonal / this.#windows : 0
  }

  /** What is left of each tone if the overtones of lower ones are taken away. */
  #withoutOvertones(count: number, pitches: Float64Array, levels: Float64Array): Float64Array {
    const left = this.#left
    for (let i = 0; i < count; i++) left[i] = levels[i] as number
    for (let i = 0; i < count; i++) {
      const level = left[i] as number
      if (level <= 0) continue
      let j = i + 1
      for (let n = 2; n < OVERTONES.length; n++) {
        const at = (pitches[i] as number) + 12 * Math.log2(n)
        while (j < count && (pitches[j] as number) < at - OVERTONE_REACH) j++
        for (let k = j; k < count && (pitches[k] as number) <= at + OVERTONE_REACH; k++)
          left[k] = Math.max(0, (left[k] as number) - level * (OVERTONES[n] as number))
      }
    }
    return left
  }
}

function loudnessAt(pitch: number): number {
  if (pitch < BASS) return Math.max(0.2, 1 + (pitch - BASS) / 10)
  return pitch > TREBLE ? Math.max(0.1, 1 - (pitch - TREBLE) / 16) : 1
}

/** Folds steps into the twelve pitch classes from C, by the tuning (in semitones). */
export function pitchClasses(steps: Float64Array, tuning: number): number[] {
  const classes = Array.from({ length: 12 }, () => 0)
  steps.forEach((value, step) => {
    const place = step / STEPS - tuning
    const note = Math.round(place)
    const off = (place - note) * Math.PI
    // A is nine semitones above C.
    const pitchClass = (((note + 9) % 12) + 12) % 12
    classes[pitchClass] = (classes[pitchClass] as number) + value * Math.cos(off) ** 2
  })
  return classes
}
