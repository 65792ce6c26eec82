import { keyReading, type KeyReading, type PartNotes } from '#audio/key/key-reading.ts'
import { keyNames, type KeyName, type MeasuredKey } from '#audio/key/musical-key.ts'
import { pitchClasses, type ToneTally } from '#audio/key/tone-tally.ts'

/** 8 s. */
const LEAST_WINDOWS = 12
/** Less is speech, noise or drums: their tones are near the semitones of no tuning. */
const LEAST_STEADINESS = 0.25
/** The least share of the power in steady tones. */
const LEAST_TONAL = 0.12
/** Fewer different notes, weighed by their shares, fit too many keys. */
const LEAST_NOTES = 4.2
/** Music in a key fits it at least this well; notes at random fit none. */
const LEAST_FIT = -2.3
/** The readings that are told have this much of the likelihood of all. */
const TOLD = 0.85
/** If another note is the lowest so much more often than the tonic, it may be the tonic itself, as in modes. */
const OTHER_BASS = 1.25
/** The same for the relative key, of a major key and of a minor one, in which its relative is frequent. */
const MINOR_BASS = 0.55
const MAJOR_BASS = 1.1
/** How much stronger one of two thirds must be to decide between major and minor. */
const CLEAR_THIRD = 2
/** How often the note of a mode sounds at least. */
const LEAST_OF_MODE = 0.06
/** How much better two keys fit than one before a change is told. */
const CHANGE_GAIN = 0.14
/** The least share of the whole that is a part of its own. */
const LEAST_PART = 0.2

/** Null if the notes allow no clear key, or if there are too few. */
export function keyOf(tally: ToneTally): MeasuredKey | null {
  const { steadiness, tonal, tuning, windows } = tally
  if (windows < LEAST_WINDOWS || steadiness < LEAST_STEADINESS || tonal < LEAST_TONAL) return null
  const parts = tally.stretches
    .filter(({ weight }) => weight > 0)
    .map(({ notes, bass, weight }) => ({
      notes: pitchClasses(notes, tuning),
      bass: pitchClasses(bass, tuning),
      weight,
    }))
  const whole = runningSums(parts).at(-1)
  if (!whole || whole.weight <= 0) return null
  const told = changeOf(parts) ?? toldOf(whole)
  return told && { later: null, ...told, tuning: Math.round(tuning * 1000) / 10 }
}

type Told = Pick<MeasuredKey, 'key' | 'confidence' | 'other'> & { readonly later?: KeyName }

/** The likeliest key, or the two likeliest, if they are clear. */
function toldOf(notes: PartNotes): Told | null {
  const reading = keyReading(notes)
  const [first, second] = reading.keys
  if (!first || !second || !isTonal(reading)) return null
  const both = first.likelihood + second.likelihood
  if (both < TOLD) return null
  const other = first.likelihood < TOLD ? second.key : (keyOnBass(reading, notes) ?? keyOfMode(first.key, notes))
  return { key: first.key, confidence: other === second.key ? both : first.likelihood, other }
}

function clearKey(reading: KeyReading) {
  const [first] = reading.keys
  return first && first.likelihood >= TOLD && isTonal(reading) ? first : undefined
}

function isTonal({ fit, noteCount }: KeyReading): boolean {
  return fit >= LEAST_FIT && noteCount >= LEAST_NOTES
}

/** The key on the note that is the lowest most often, if that is not the tonic; major or minor by its third. */
function keyOnBass({ keys }: KeyReading, { notes, bass }: PartNotes): KeyName | null {
  const [first] = keys
  if (!first) return null
  const index = keyNames.indexOf(first.key)
  const tonic = index % 12
  const relative = index < 12 ? 12 + ((tonic + 9) % 12) : (tonic + 3) % 12
  if ((bass[relative % 12] ?? 0) > (index < 12 ? MINOR_BASS : MAJOR_BASS) * (bass[tonic] ?? 0))
    return keyNames[relative] ?? null
  const lowest = bass.indexOf(Math.max(...bass))
  if ((bass[lowest] ?? 0) <= OTHER_BASS * (bass[tonic] ?? 0)) return null
  const [minorThird, majorThird] = [3, 4].map((step) => notes[(lowest + step) % 12] ?? 0) as [number, number]
  // The major third is also an overtone of the lowest note: only a clear difference decides.
  const third = majorThird > CLEAR_THIRD * minorThird ? 0 : minorThird > CLEAR_THIRD * majorThird ? 12 : undefined
  if (third !== undefined) return keyNames[lowest + third] ?? null
  return keys.find((reading) => keyNames.indexOf(reading.key) % 12 === lowest)?.key ?? null
}

/** A note that makes a mode of a key instead of the usual one, and the major key of the same notes, in semitones up. */
const MODES = {
  major: [
    // The usual one is also an overtone of the dominant.
    { own: 10, usual: 11, parent: 5, asOften: 0.5 },
    { own: 6, usual: 5, parent: 7, asOften: 1 },
  ],
  minor: [
    // This one is an overtone of the subdominant.
    { own: 9, usual: 8, parent: 10, asOften: 1.5 },
    { own: 1, usual: 2, parent: 8, asOften: 1.5 },
  ],
} as const
/** Tonics of the keys that share the notes of a major key, in semitones above it, but for those nobody hears as one. */
const SAME_NOTES = { major: [0, 5, 7], minor: [2, 9] } as const

/**
 * Of music in a mode, such as dorian or mixolydian, the key on the other note that may be the tonic: several keys share
 * these notes, and none of them has all.
 */
function keyOfMode(key: KeyName, { notes, bass }: PartNotes): KeyName | null {
  const index = keyNames.indexOf(key)
  const tonic = index % 12
  const [all, allBass] = [notes, bass].map((shares) => shares.reduce((sum, share) => sum + share, 0)) as [
    number,
    number,
  ]
  const shareAt = (step: number) => (notes[(tonic + step) % 12] ?? 0) / all
  const mode = MODES[index < 12 ? 'major' : 'minor'].find(
    ({ own, usual, asOften }) => shareAt(own) >= LEAST_OF_MODE && shareAt(own) >= asOften * shareAt(usual),
  )
  if (!mode) return null
  const parent = tonic + mode.parent
  const others = [
    ...SAME_NOTES.major.map((step) => (parent + step) % 12),
    ...SAME_NOTES.minor.map((step) => 12 + ((parent + step) % 12)),
  ].filter((other) => other % 12 !== tonic)
  const strength = (other: number) => (bass[other % 12] ?? 0) / Math.max(allBass, 1e-9) + (notes[other % 12] ?? 0) / all
  return keyNames[others.toSorted((one, other) => strength(other) - strength(one))[0] ?? index] ?? null
}

/** Two parts that are each clearly in a key of their own. */
function changeOf(parts: readonly PartNotes[]): Told | null {
  const sums = runningSums(parts)
  const whole = sums.at(-1)
  if (!whole) return null
  const alone = keyReading(whole)
  let best: { readonly gain: number; readonly before: PartNotes; readonly after: PartNotes } | null = null
  for (const before of sums) {
    const share = before.weight / whole.weight
    if (share < LEAST_PART || share > 1 - LEAST_PART) continue
    const after = difference(whole, before)
    const gain = share * scoreOf(keyReading(before)) + (1 - share) * scoreOf(keyReading(after)) - scoreOf(alone)
    if (!best || gain > best.gain) best = { gain, before, after }
  }
  if (!best || best.gain < CHANGE_GAIN) return null
  const [first, last] = [clearKey(keyReading(best.before)), clearKey(keyReading(best.after))]
  if (!first || !last || first.key === last.key) return null
  return { key: first.key, confidence: Math.min(first.likelihood, last.likelihood), other: null, later: last.key }
}

function scoreOf({ keys }: KeyReading): number {
  return keys[0]?.score ?? -Infinity
}

/** For each part the sum of all until its end. */
function runningSums(parts: readonly PartNotes[]): readonly PartNotes[] {
  const sums: PartNotes[] = []
  for (const part of parts) {
    const before = sums.at(-1)
    sums.push(before ? combined(before, part, 1) : part)
  }
  return sums
}

function difference(whole: PartNotes, part: PartNotes): PartNotes {
  return combined(whole, part, -1)
}

function combined(one: PartNotes, other: PartNotes, sign: 1 | -1): PartNotes {
  const each = (values: readonly number[], others: readonly number[]) =>
    values.map((value, i) => Math.max(0, value + sign * (others[i] ?? 0)))
  return {
    notes: each(one.notes, other.notes),
    bass: each(one.bass, other.bass),
    weight: one.weight + sign * other.weight,
  }
}
