import { BASS_PROFILES, KEY_PROFILES } from '#audio/key/key-profiles.ts'
import { keyNames, type KeyName } from '#audio/key/musical-key.ts'

/** Notes, and those that are the lowest, by pitch class from C. */
export interface PartNotes {
  readonly notes: readonly number[]
  readonly bass: readonly number[]
  readonly weight: number
}

export interface KeyReading {
  /** The likeliest first. The score counts notes and bass; likelihoods sum to 1. */
  readonly keys: readonly { readonly key: KeyName; readonly score: number; readonly likelihood: number }[]
  /** Of the likeliest: the mean logarithm of its shares at these notes. */
  readonly fit: number
  /** How many different notes there are, weighed by their shares. */
  readonly noteCount: number
}

/** How much a difference of scores decides. Notes of one piece follow from each other, so that few of them count. */
const SHARPNESS = 30
const BASS_COUNTS = 0.3
/** A note that a key does not have costs a limited amount: the measurement may be mistaken. */
const FLOOR = 0.01

/** Compares the notes with what is usual in each key. */
export function keyReading({ notes, bass }: PartNotes): KeyReading {
  const [shares, bassShares] = [sharesOf(notes), sharesOf(bass)]
  const readings = keyNames.map((key, index) => {
    const fit = fitOf(shares, KEY_PROFILES, index)
    return { key, fit, score: fit + BASS_COUNTS * fitOf(bassShares, BASS_PROFILES, index) }
  })
  const most = Math.max(...readings.map(({ score }) => score))
  const odds = (score: number) => Math.exp(SHARPNESS * (score - most))
  const all = readings.reduce((sum, { score }) => sum + odds(score), 0)
  const keys = readings
    .map((reading) => ({ ...reading, likelihood: odds(reading.score) / all }))
    .toSorted((one, other) => other.score - one.score)
  const entropy = shares.reduce((sum, share) => sum - (share > 0 ? share * Math.log(share) : 0), 0)
  return { keys, fit: keys[0]?.fit ?? -Infinity, noteCount: Math.exp(entropy) }
}

function fitOf(shares: readonly number[], profiles: typeof KEY_PROFILES | typeof BASS_PROFILES, key: number): number {
  const profile = key < 12 ? profiles.major : profiles.minor
  return shares.reduce((sum, share, i) => sum + share * Math.log((profile[(i - key + 24) % 12] ?? 0) + FLOOR), 0)
}

function sharesOf(values: readonly number[]): readonly number[] {
  const all = values.reduce((sum, value) => sum + value, 0)
  return values.map((value) => (all > 0 ? value / all : 0))
}
