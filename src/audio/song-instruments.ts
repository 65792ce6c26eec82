import type { Hertz, Seconds } from '#shared/units.ts'

/** A mono or stereo sound, in -1..1. */
export interface Sound {
  readonly left: Float32Array<ArrayBuffer>
  readonly right: Float32Array<ArrayBuffer>
}

/** Pseudo-random numbers in 0..1, the same for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Frequency of a MIDI note. */
function pitch(note: number): Hertz {
  return 440 * 2 ** ((note - 69) / 12)
}

export function kick(sampleRate: Hertz): Sound {
  let phase = 0
  return mono(0.4, sampleRate, (t) => {
    phase += (46 + 110 * Math.exp(-t * 38)) / sampleRate
    return Math.sin(2 * Math.PI * phase) * Math.exp(-t * 9) * 0.95 + Math.exp(-t * 900) * 0.25
  })
}

export function snare(sampleRate: Hertz, random: () => number): Sound {
  let low = 0
  return mono(0.28, sampleRate, (t) => {
    const noise = random() * 2 - 1
    low += (noise - low) * 0.35
    return Math.sin(2 * Math.PI * 187 * t) * Math.exp(-t * 32) * 0.5 + (noise - low * 0.6) * Math.exp(-t * 21) * 0.42
  })
}

/** A hi-hat: closed with a fast decay, open with a slow one. */
export function hat(sampleRate: Hertz, random: () => number, decayPerSecond: number, pan: number): Sound {
  let before = 0
  const sound = mono(5 / decayPerSecond, sampleRate, (t) => {
    const noise = random() * 2 - 1
    const bright = noise - before
    before = noise
    return bright * Math.exp(-t * decayPerSecond) * 0.2
  })
  return { left: sound.left.map((x) => x * (1 - pan)), right: sound.right.map((x) => x * (1 + pan)) }
}

export function bass(sampleRate: Hertz, note: number, seconds: Seconds): Sound {
  const table = harmonics((n) => (1 / n) * Math.exp(-n * 0.22), 10)
  return mono(
    seconds,
    sampleRate,
    voice(
      table,
      pitch(note),
      sampleRate,
      (t) => Math.min(1, t * 120) * Math.exp(-t * 1.4) * release(t, seconds, 0.04) * 0.5,
    ),
  )
}

/** A warm chord, slightly detuned between left and right. */
export function pad(sampleRate: Hertz, notes: readonly number[], seconds: Seconds): Sound {
  const table = harmonics((n) => 1 / (n * n), 6)
  const level = (t: Seconds) => Math.min(1, t * 2.5) * release(t, seconds, 0.35) * (0.34 / notes.length)
  const side = (cents: number) =>
    sum(notes.map((note) => mono(seconds, sampleRate, voice(table, pitch(note + cents / 100), sampleRate, level)).left))
  return { left: side(-6), right: side(6) }
}

/** A note sung on "ah", with delayed vibrato. */
export function sung(sampleRate: Hertz, note: number, seconds: Seconds): Sound {
  const frequency = pitch(note)
  const formants = [
    [730, 110, 1],
    [1150, 130, 0.55],
    [2600, 220, 0.22],
    [3500, 300, 0.1],
  ] as const
  const table = harmonics(
    (n) =>
      formants.reduce((gain, [at, width, level]) => gain + level / (1 + ((n * frequency - at) / width) ** 2), 0.02) /
      Math.sqrt(n),
    28,
  )
  const level = (t: Seconds) => Math.min(1, t * 22) * release(t, seconds, 0.09) * 0.42
  const vibrato = (t: Seconds) => 1 + 0.006 * Math.min(1, Math.max(0, t - 0.18) * 4) * Math.sin(2 * Math.PI * 5.4 * t)
  return mono(seconds, sampleRate, voice(table, frequency, sampleRate, level, vibrato))
}

const TABLE = 2048

/** One period with these harmonics, normalized to a peak of 1. */
function harmonics(level: (harmonic: number) => number, count: number): Float32Array {
  const table = new Float32Array(TABLE + 1)
  for (let n = 1; n <= count; n++)
    for (let i = 0; i <= TABLE; i++) table[i] = (table[i] ?? 0) + level(n) * Math.sin((2 * Math.PI * n * i) / TABLE + n)
  const loudest = table.reduce((most, x) => Math.max(most, Math.abs(x)), 1e-9)
  return table.map((x) => x / loudest)
}

function voice(
  table: Float32Array,
  frequency: Hertz,
  sampleRate: Hertz,
  level: (t: Seconds) => number,
  bend: (t: Seconds) => number = () => 1,
) {
  let phase = 0
  return (t: Seconds): number => {
    phase = (phase + (frequency * bend(t) * TABLE) / sampleRate) % TABLE
    const at = Math.floor(phase)
    const low = table[at] ?? 0
    return (low + ((table[at + 1] ?? 0) - low) * (phase - at)) * level(t)
  }
}

function release(t: Seconds, seconds: Seconds, fade: Seconds): number {
  return Math.min(1, Math.max(0, (seconds - t) / fade))
}

function mono(seconds: Seconds, sampleRate: Hertz, at: (t: Seconds) => number): Sound {
  const samples = new Float32Array(Math.round(seconds * sampleRate))
  for (let i = 0; i < samples.length; i++) samples[i] = at(i / sampleRate)
  return { left: samples, right: samples }
}

function sum(parts: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const total = new Float32Array(parts[0]?.length ?? 0)
  for (const part of parts) for (let i = 0; i < total.length; i++) total[i] = (total[i] ?? 0) + (part[i] ?? 0)
  return total
}
