/** Units as type names. They are plain numbers at run time; the name says what they measure. */
export type Seconds = number
export type Milliseconds = number
export const MINUTE_MS: Milliseconds = 60_000
export const HOUR_MS: Milliseconds = 60 * MINUTE_MS
export const DAY_MS: Milliseconds = 24 * HOUR_MS
export type Hertz = number
export type Decibels = number
/** Loudness units relative to full scale (ITU-R BS.1770). */
export type Lufs = number
/** Sample frames: one sample of every channel. */
export type Frames = number
/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number
