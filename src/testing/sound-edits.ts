import { seededRandom } from '#audio/song-instruments.ts'
import type { Decibels, Hertz, Seconds } from '#shared/units.ts'
import type { SampleChannels } from '#testing/compared-sounds.ts'

/** Of all sounds that are edited here. */
export const EDIT_RATE: Hertz = 12_000
const frames = (seconds: Seconds) => Math.round(seconds * EDIT_RATE)

export function part(sound: SampleChannels, from: Seconds, to?: Seconds): SampleChannels {
  return sound.map((side) => side.slice(frames(from), to === undefined ? undefined : frames(to)))
}

export function joined(...sounds: readonly SampleChannels[]): SampleChannels {
  return [0, 1].map((channel) => {
    const sides = sounds.map((sound) => sound[channel] ?? new Float64Array(0))
    const made = new Float64Array(sides.reduce((sum, { length }) => sum + length, 0))
    let at = 0
    for (const side of sides) {
      made.set(side, at)
      at += side.length
    }
    return made
  })
}

export function each(sound: SampleChannels, change: (sample: number, frame: number) => number): SampleChannels {
  return sound.map((side) => side.map(change))
}

export function louder(sound: SampleChannels, decibels: Decibels): SampleChannels {
  const gain = 10 ** (decibels / 20)
  return each(sound, (sample) => sample * gain)
}

export function inverted(sound: SampleChannels): SampleChannels {
  return each(sound, (sample) => -sample)
}

export function silent(seconds: Seconds): SampleChannels {
  return [new Float64Array(frames(seconds)), new Float64Array(frames(seconds))]
}

/** One stretch changed, of the same length as before. */
export function within(
  sound: SampleChannels,
  from: Seconds,
  to: Seconds,
  change: (sound: SampleChannels) => SampleChannels,
): SampleChannels {
  return joined(part(sound, 0, from), change(part(sound, from, to)), part(sound, to))
}

export function channel(sound: SampleChannels, changed: number, gain: number): SampleChannels {
  return sound.map((side, i) => (i === changed ? side.map((sample) => sample * gain) : side))
}

export function folded(sound: SampleChannels): SampleChannels {
  const [left = new Float64Array(0), right = left] = sound
  const middle = left.map((sample, i) => (sample + (right[i] as number)) / 2)
  return [middle, middle.slice()]
}

/** Sums of sines around each place: precise below half the rate. */
export function resampled(sound: SampleChannels, step: number): SampleChannels {
  const reach = 24
  // Below half of the lower rate.
  const band = Math.min(1, 1 / step)
  return sound.map((side) =>
    Float64Array.from({ length: Math.floor(side.length / step) }, (_, i) => {
      const at = i * step
      const whole = Math.floor(at)
      let sum = 0
      for (let k = whole - reach + 1; k <= whole + reach; k++) {
        const x = Math.PI * (at - k)
        sum += (side[k] ?? 0) * (x === 0 ? band : Math.sin(band * x) / x) * (0.5 + 0.5 * Math.cos(x / (reach + 1)))
      }
      return sum
    }),
  )
}

export function limited(sound: SampleChannels, decibels: Decibels): SampleChannels {
  const peak = Math.max(...sound.map((side) => side.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)))
  const drive = 10 ** (decibels / 20)
  const [left = new Float64Array(0), right = left] = sound
  const ahead = 24
  let gain = 1
  const gains = left.map((_, i) => {
    let most = 0
    for (let k = i; k < Math.min(left.length, i + ahead); k++)
      most = Math.max(most, Math.abs(left[k] ?? 0), Math.abs(right[k] ?? 0))
    const wanted = Math.min(1, peak / (drive * most || 1))
    gain = wanted < gain ? wanted : gain + (wanted - gain) * 0.002
    return gain
  })
  return sound.map((side) => side.map((sample, i) => drive * sample * (gains[i] ?? 1)))
}

/** Above a threshold, `ratio` decibels become one, with an attack of 10 ms and a release of 150 ms. */
export function compressed(sound: SampleChannels, threshold: number, ratio: number): SampleChannels {
  const [left = new Float64Array(0), right = left] = sound
  const [attack, release] = [1 / (0.01 * EDIT_RATE), 1 / (0.15 * EDIT_RATE)]
  let level = 0
  const gains = left.map((sample, i) => {
    const now = Math.max(Math.abs(sample), Math.abs(right[i] as number))
    level += (now - level) * (now > level ? attack : release)
    return level > threshold ? (threshold / level) ** (1 - 1 / ratio) : 1
  })
  return sound.map((side) => side.map((sample, i) => sample * (gains[i] as number)))
}

/** The noise and the missing treble of a codec. */
export function coded(sound: SampleChannels): SampleChannels {
  return sound.map((side) => {
    let smooth = 0
    return side.map((sample) => {
      smooth += (sample - smooth) * 0.9
      return Math.round(smooth * 600) / 600
    })
  })
}

/** Everything below a frequency, without delay: a window of sines. */
function below(side: Float64Array, hertz: Hertz): Float64Array {
  const reach = Math.min(1500, Math.round((6 * EDIT_RATE) / hertz))
  const weights = Float64Array.from({ length: 2 * reach + 1 }, (_, i) => {
    const x = i - reach
    const sinc = x === 0 ? (2 * hertz) / EDIT_RATE : Math.sin((2 * Math.PI * hertz * x) / EDIT_RATE) / (Math.PI * x)
    return sinc * (0.5 + 0.5 * Math.cos((Math.PI * x) / (reach + 1)))
  })
  const padded = new Float64Array(side.length + 2 * reach)
  padded.set(side, reach)
  return side.map((_, i) => {
    let sum = 0
    for (let k = 0; k < weights.length; k++) sum += (padded[i + k] as number) * (weights[k] as number) // in bounds
    return sum
  })
}

/** A shelf above a frequency. */
export function shelved(sound: SampleChannels, hertz: Hertz, decibels: Decibels): SampleChannels {
  const gain = 10 ** (decibels / 20)
  return sound.map((side) => {
    const low = below(side, hertz)
    return side.map((sample, i) => (low[i] as number) + gain * (sample - (low[i] as number)))
  })
}

/** The sides louder or quieter, above or below a frequency. */
export function widened(
  sound: SampleChannels,
  band: { readonly above?: Hertz; readonly below?: Hertz },
  gain: number,
): SampleChannels {
  const [left = new Float64Array(0), right = left] = sound
  const sides = left.map((sample, i) => (sample - (right[i] as number)) / 2)
  const low = below(sides, band.above ?? band.below ?? 1000)
  const added = low.map((value, i) => (gain - 1) * (band.above === undefined ? value : (sides[i] as number) - value))
  return [
    left.map((sample, i) => sample + (added[i] as number)),
    right.map((sample, i) => sample - (added[i] as number)),
  ]
}

/** Sibilants turned down while they are loud. */
export function deEssed(sound: SampleChannels, hertz: Hertz, decibels: Decibels): SampleChannels {
  const lows = sound.map((side) => below(side, hertz))
  const highs = sound.map((side, c) => side.map((sample, i) => sample - (lows[c]?.[i] ?? 0)))
  const mean = Math.sqrt(
    highs.flatMap((side) => Array.from(side)).reduce((sum, x) => sum + x * x, 0) / (2 * (highs[0]?.length ?? 1)),
  )
  let level = 0
  const gains = (highs[0] ?? new Float64Array(0)).map((sample, i) => {
    const now = Math.max(Math.abs(sample), Math.abs(highs[1]?.[i] ?? 0))
    level += (now - level) * (now > level ? 0.02 : 0.002)
    return level > 2 * mean ? 10 ** (decibels / 20) : 1
  })
  return sound.map((side, c) => side.map((sample, i) => sample - (1 - (gains[i] as number)) * (highs[c]?.[i] ?? 0)))
}

/** A room of decaying noise after every sound, another one on each side. */
export function reverberated(sound: SampleChannels, share: number, seconds: Seconds, seed = 4): SampleChannels {
  return sound.map((side, c) => {
    const random = seededRandom(seed + c)
    // Sparse echoes are as dense as needed to sound like a room, and quick to add.
    const taps = Array.from({ length: 300 }, () => {
      const at = 0.005 + seconds * random() ** 1.5
      return { at: frames(at), gain: (share * (random() < 0.5 ? -1 : 1) * 10 ** ((-3 * at) / seconds)) / Math.sqrt(40) }
    })
    const made = side.slice()
    for (const { at, gain } of taps)
      for (let i = at; i < made.length; i++) made[i] = (made[i] as number) + gain * (side[i - at] as number)
    return made
  })
}

/** Steady noise this far below the mean level. */
export function noisy(sound: SampleChannels, decibels: Decibels, seed = 9): SampleChannels {
  const random = seededRandom(seed)
  const square = sound.reduce((sum, side) => sum + side.reduce((all, x) => all + x * x, 0) / (2 * side.length), 0)
  const size = Math.sqrt(3 * square) * 10 ** (decibels / 20)
  return each(sound, (sample) => sample + size * (2 * random() - 1))
}

/** Rounded to 16 bits, with triangular dither. */
export function dithered(sound: SampleChannels, seed = 12): SampleChannels {
  const random = seededRandom(seed)
  return each(sound, (sample) => Math.round(sample * 32_767 + random() - random()) / 32_767)
}

export function reversed(sound: SampleChannels): SampleChannels {
  return sound.map((side) => side.toReversed())
}

export function fadedOut(sound: SampleChannels, seconds: Seconds): SampleChannels {
  const count = sound[0]?.length ?? 0
  return each(sound, (sample, frame) => sample * Math.min(1, (count - frame) / (seconds * EDIT_RATE)) ** 2)
}
