/** The keys by tonic from C upwards, each spelled with fewer accidentals: first the majors, then the minors. */
export const keyNames = [
  'C major',
  'Db major',
  'D major',
  'Eb major',
  'E major',
  'F major',
  'F# major',
  'G major',
  'Ab major',
  'A major',
  'Bb major',
  'B major',
  'C minor',
  'C# minor',
  'D minor',
  'Eb minor',
  'E minor',
  'F minor',
  'F# minor',
  'G minor',
  'G# minor',
  'A minor',
  'Bb minor',
  'B minor',
] as const
export type KeyName = (typeof keyNames)[number]

/** What a recording's notes allow to say of its key. */
export interface MeasuredKey {
  readonly key: KeyName
  /** 0..1: how far the readings that are told stand out of all others. */
  readonly confidence: number
  /** A second reading, where the notes fit two keys; null if only one. */
  readonly other: KeyName | null
  /** The key into which the music moves and where most of the rest of it stands; null if it stays. */
  readonly later: KeyName | null
  /** Cents by which A is higher than 440 Hz, −50 … 50. */
  readonly tuning: number
}
