import { Fft, hannWindow } from '#audio/fft.ts'
import type { ReducedSound } from '#audio/pieces/reduced-sound.ts'
import type { Hertz, Seconds } from '#shared/units.ts'

/** How a recording moves in each band, in frames of equal length. */
export interface SoundFeatures {
  readonly framesPerSecond: number
  readonly count: number
  /** `bands[band][frame]`: decibels above the surroundings. Independent of level, equalizing and channels. */
  readonly bands: readonly Float64Array[]
}

export const FEATURE_BANDS = 12
const LOWEST: Hertz = 70
const HIGHEST: Hertz = 3000
const WINDOW: Seconds = 0.085
/** More frames than this are made coarser, to limit time. */
const MOST_FRAMES = 2 ** 14
const FINEST = 20
/** Each frame is measured against the mean over this time to either side. */
const SURROUNDINGS: Seconds = 4
/** Energy this far below the mean of the recording is silence: -60 dB. */
const SILENT_SHARE = 1e-6
/** One sudden sound must not outweigh everything around it. */
const MOST_DECIBELS = 15

export function featureRate(longest: Seconds): number {
  let rate = FINEST
  while (longest * rate > MOST_FRAMES && rate > 1) rate /= 2
  return rate
}

/** Several searches need them. */
const made = new WeakMap<ReducedSound, Map<number, SoundFeatures>>()

export function featuresOf(sound: ReducedSound, framesPerSecond: number): SoundFeatures {
  const ofSound = made.get(sound) ?? new Map<number, SoundFeatures>()
  made.set(sound, ofSound)
  const features = ofSound.get(framesPerSecond) ?? measured(sound, framesPerSecond)
  ofSound.set(framesPerSecond, features)
  return features
}

function measured(sound: ReducedSound, framesPerSecond: number): SoundFeatures {
  const { sampleRate, left, right } = sound
  const size = Math.max(64, 2 ** Math.round(Math.log2(WINDOW * sampleRate)))
  const hop = sampleRate / framesPerSecond
  const fft = new Fft(size)
  const window = hannWindow(size)
  const edges = bandEdges(size, sampleRate)
  const count = Math.max(1, Math.floor(left.length / hop))
  const bands = Array.from({ length: FEATURE_BANDS }, () => new Float64Array(count))
  const [re, im] = [new Float64Array(size), new Float64Array(size)]
  // Coarse frames are the mean of several windows.
  const windows = Math.max(1, Math.round(FINEST / framesPerSecond / 2))
  for (let frame = 0; frame < count; frame++) {
    for (let part = 0; part < windows; part++) {
      const start = Math.round((frame + (part + 0.5) / windows) * hop - size / 2)
      for (let i = 0; i < size; i++) {
        const shape = window[i] as number // of the transform's size
        re[i] = shape * (left[start + i] ?? 0)
        im[i] = shape * (right[start + i] ?? 0)
      }
      fft.forward(re, im)
      addBands(re, im, edges, bands, frame)
    }
  }
  return { framesPerSecond, count, bands: bands.map((band) => moving(band, SURROUNDINGS * framesPerSecond)) }
}

function bandEdges(size: number, sampleRate: Hertz): readonly number[] {
  const highest = Math.min(HIGHEST, sampleRate * 0.45)
  const lowest = Math.min(LOWEST, highest / 8)
  return Array.from({ length: FEATURE_BANDS + 1 }, (_, i) =>
    Math.max(1 + i, Math.round((lowest * (highest / lowest) ** (i / FEATURE_BANDS) * size) / sampleRate)),
  )
}

/** Left is the real part and right the imaginary one: a bin and its mirror together have the energy of both. */
function addBands(
  re: Float64Array,
  im: Float64Array,
  edges: readonly number[],
  bands: readonly Float64Array[],
  frame: number,
): void {
  const size = re.length
  bands.forEach((band, b) => {
    let sum = 0
    for (let k = edges[b] ?? 0; k < (edges[b + 1] ?? 0) && k < size / 2; k++) {
      const mirrored = size - k
      // In bounds: bins below half the size.
      sum +=
        (re[k] as number) ** 2 + (im[k] as number) ** 2 + (re[mirrored] as number) ** 2 + (im[mirrored] as number) ** 2
    }
    band[frame] = (band[frame] as number) + sum
  })
}

/** In decibels against the mean of the surroundings. */
function moving(energies: Float64Array, reach: number): Float64Array {
  const mean = energies.reduce((sum, energy) => sum + energy, 0) / energies.length
  const floor = Math.max(mean * SILENT_SHARE, 1e-20)
  const levels = energies.map((energy) => 10 * Math.log10(energy + floor))
  const near = Math.max(1, Math.round(reach))
  let [sum, from, to] = [0, 0, 0]
  return levels.map((level, i) => {
    for (; to < Math.min(levels.length, i + near + 1); to++) sum += levels[to] as number // both in bounds
    for (; from < i - near; from++) sum -= levels[from] as number
    return Math.max(-MOST_DECIBELS, Math.min(MOST_DECIBELS, level - sum / (to - from)))
  })
}
