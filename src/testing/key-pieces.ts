import { type KeyName, keyNames } from '#audio/key/musical-key.ts'
import { bass, hat, kick, pad, seededRandom, snare, sung, type Sound } from '#audio/song-instruments.ts'
import type { Frames, Hertz, Seconds } from '#shared/units.ts'

/** A piece whose key is known from how it was made. */
export interface KeyPiece {
  readonly name: string
  /** The keys that may be said of it, the first first; none for music without a key. */
  readonly keys: readonly KeyName[]
  /** The key into which it changes. */
  readonly later?: KeyName
  readonly make: (sampleRate: Hertz) => Float32Array
}

type Timbre = 'pad' | 'plucked' | 'organ' | 'brass' | 'voice'

interface PieceSettings {
  readonly tonic: number
  readonly scale: readonly number[]
  /** Chords by their degree from 0, a bar each. */
  readonly chords: readonly number[]
  readonly timbre: Timbre
  /** Cents above A 440. */
  readonly tuning?: number
  readonly drums?: number
  readonly seed?: number
  readonly bars?: number
  /** The seventh step is a semitone below the tonic in dominants. */
  readonly raised?: boolean
  readonly tune?: boolean
}

const BEAT: Seconds = 0.55
const BAR = 4

const SCALES = {
  major: [0, 2, 4, 5, 7, 9, 11],
  minor: [0, 2, 3, 5, 7, 8, 10],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  mixolydian: [0, 2, 4, 5, 7, 9, 10],
} as const

/** A sum of sounds from a number of frames on. */
class Canvas {
  readonly samples: Float32Array
  readonly #rate: Hertz
  readonly #played = new Map<string, Sound>()

  constructor(seconds: Seconds, rate: Hertz) {
    this.samples = new Float32Array(Math.ceil(seconds * rate))
    this.#rate = rate
  }

  /** Plays a note; equal ones are made once. */
  play(
    timbre: Timbre | 'bass',
    note: number,
    [at, seconds]: readonly [at: Seconds, length: Seconds],
    gain: number,
  ): void {
    const name = `${timbre} ${note} ${seconds}`
    const sound = this.#played.get(name) ?? played(timbre, this.#rate, note, seconds)
    this.#played.set(name, sound)
    this.add(sound, at, gain)
  }

  add(sound: Sound, at: Seconds, gain: number): void {
    const from: Frames = Math.round(at * this.#rate)
    for (let i = 0; i < sound.left.length && from + i < this.samples.length; i++)
      this.samples[from + i] =
        (this.samples[from + i] ?? 0) + (gain * ((sound.left[i] ?? 0) + (sound.right[i] ?? 0))) / 2
  }
}

/** Overtones that decay like a string's, or stand like an organ's. */
function toned(rate: Hertz, note: number, seconds: Seconds, levels: readonly number[], decay: number): Sound {
  const samples = new Float32Array(Math.round(seconds * rate))
  const stretch = decay > 0 ? 2e-4 : 0
  levels.forEach((level, index) => {
    const n = index + 1
    const hertz = 440 * 2 ** ((note - 69) / 12) * n * Math.sqrt(1 + stretch * n * n)
    if (hertz > 0.45 * rate) return
    // Each sample from the two before it: a sine without calling one.
    const turn = 2 * Math.cos((2 * Math.PI * hertz) / rate)
    let [before, last] = [-Math.sin((4 * Math.PI * hertz) / rate), -Math.sin((2 * Math.PI * hertz) / rate)]
    for (let i = 0; i < samples.length; i++) {
      const next = turn * last - before
      before = last
      last = next
      samples[i] = (samples[i] ?? 0) + 0.12 * level * next
    }
  })
  for (let i = 0; i < samples.length; i++) {
    const t = i / rate
    samples[i] = (samples[i] ?? 0) * Math.min(1, t * 60) * Math.exp(-t * decay) * Math.min(1, (seconds - t) * 20)
  }
  return { left: samples, right: samples }
}

function played(timbre: Timbre | 'bass', rate: Hertz, note: number, seconds: Seconds): Sound {
  switch (timbre) {
    case 'bass':
      return bass(rate, note, seconds)
    case 'pad':
      return pad(rate, [note], seconds)
    case 'voice':
      return sung(rate, note, seconds)
    case 'plucked':
      return toned(rate, note, Math.max(seconds, 0.8), [1, 0.6, 0.45, 0.35, 0.25, 0.2, 0.15, 0.12], 2.5)
    case 'organ':
      return toned(rate, note, seconds, [1, 0.7, 0.5, 0.45, 0.3, 0.25, 0.2, 0.2], 0)
    case 'brass':
      return toned(rate, note, seconds, [0.6, 0.9, 1, 0.8, 0.6, 0.45, 0.35, 0.25], 0)
  }
}

/** Chords, a bass, a tune that walks on the scale and comes home, and drums if asked for. */
function piece(settings: PieceSettings, rate: Hertz): Float32Array {
  const {
    tonic,
    scale,
    chords,
    timbre,
    tuning = 0,
    drums = 0,
    seed = 1,
    bars = 12,
    raised = false,
    tune = true,
  } = settings
  const random = seededRandom(seed)
  const canvas = new Canvas(bars * BAR * BEAT + 1, rate)
  const note = (degree: number, base: number, isDominant = false) => {
    const step = scale[((degree % 7) + 7) % 7] ?? 0
    const leading = raised && isDominant && ((degree % 7) + 7) % 7 === 6 ? 1 : 0
    return base + tonic + step + leading + 12 * Math.floor(degree / 7) + tuning / 100
  }
  let walk = 7
  for (let bar = 0; bar < bars; bar++) {
    const degree = bar === bars - 1 ? 0 : (chords[bar % chords.length] ?? 0)
    const isDominant = degree === 4
    const at = bar * BAR * BEAT
    for (const third of [0, 2, 4]) canvas.play(timbre, note(degree + third, 48, isDominant), [at, BAR * BEAT], 0.6)
    for (const beat of [0, 2])
      canvas.play(
        'bass',
        note(degree, 36, isDominant) - (note(degree, 36) > 45 ? 12 : 0),
        [at + beat * BEAT, 2 * BEAT],
        0.6,
      )
    for (let beat = 0; tune && beat < BAR; beat++) {
      // On strong beats a note of the chord, else a step.
      walk = beat % 2 === 0 ? nearest(walk, degree) : walk + (random() < 0.5 ? 1 : -1)
      walk = Math.max(2, Math.min(12, walk))
      canvas.play(timbre, note(walk, 60, isDominant), [at + beat * BEAT, 0.9 * BEAT], 0.5)
    }
    if (drums > 0) drumBar(canvas, rate, at, drums, random)
  }
  return canvas.samples
}

function nearest(walk: number, degree: number): number {
  const tones = [0, 2, 4].flatMap((third) => [0, 7, 14].map((octave) => ((degree + third) % 7) + octave))
  return tones.reduce((best, tone) => (Math.abs(tone - walk) < Math.abs(best - walk) ? tone : best), Infinity)
}

function drumBar(canvas: Canvas, rate: Hertz, at: Seconds, gain: number, random: () => number): void {
  for (const beat of [0, 2, 2.5]) canvas.add(kick(rate), at + beat * BEAT, gain)
  for (const beat of [1, 3]) canvas.add(snare(rate, random), at + beat * BEAT, gain)
  for (let half = 0; half < 8; half++) canvas.add(hat(rate, random, 70, 0), at + (half / 2) * BEAT, 0.6 * gain)
}

const [MAJOR_KEYS, MINOR_KEYS] = [keyNames.slice(0, 12), keyNames.slice(12)]
const TIMBRES: readonly Timbre[] = ['pad', 'plucked', 'organ', 'brass', 'voice']
const TUNINGS = [0, 0, 18, -32, 40, 0, -12]
const MAJOR_CHORDS = [
  [0, 3, 4, 0],
  [0, 5, 1, 4],
  [0, 4, 5, 3],
  [0, 1, 4, 0],
]
const MINOR_CHORDS = [
  [0, 3, 4, 0],
  [0, 5, 3, 4],
  [0, 3, 6, 4],
]

function scalePieces(): readonly KeyPiece[] {
  const pieces: KeyPiece[] = []
  for (let i = 0; i < 24; i++) {
    const isMinor = i % 2 === 1
    const tonic = (i * 7) % 12
    const timbre = TIMBRES[i % 5] ?? 'pad'
    const tuning = TUNINGS[i % 7] ?? 0
    const drums = i % 3 === 2 ? 0.5 : 0
    const chords = (isMinor ? MINOR_CHORDS[i % 3] : MAJOR_CHORDS[i % 4]) ?? []
    const key = (isMinor ? MINOR_KEYS : MAJOR_KEYS)[tonic] ?? 'C major'
    const settings = {
      tonic,
      scale: isMinor ? SCALES.minor : SCALES.major,
      chords,
      timbre,
      tuning,
      drums,
      seed: i + 1,
      raised: isMinor,
    }
    pieces.push({
      name: `${key}, ${timbre}${drums ? ' and drums' : ''}, ${tuning} cents`,
      keys: [key],
      make: (rate) => piece(settings, rate),
    })
  }
  return pieces
}

/** Modes, loops of few chords, and tunes alone, of which more than one reading may be true. */
function ambiguousPieces(): readonly KeyPiece[] {
  const made = (
    name: string,
    keys: readonly KeyName[],
    settings: Omit<PieceSettings, 'timbre'> & { timbre?: Timbre },
  ) => ({
    name,
    keys,
    make: (rate: Hertz) => piece({ timbre: 'plucked', ...settings }, rate),
  })
  return [
    made('Am F C G as a loop', ['A minor', 'C major', 'F major', 'G major'], {
      tonic: 9,
      scale: SCALES.minor,
      chords: [0, 5, 2, 6],
      drums: 0.5,
    }),
    made('vi IV I V as a loop, organ', ['E major', 'C# minor', 'A major', 'B major'], {
      tonic: 4,
      scale: SCALES.major,
      chords: [5, 3, 0, 4],
      timbre: 'organ',
    }),
    made('E minor without a raised seventh', ['E minor', 'G major'], {
      tonic: 4,
      scale: SCALES.minor,
      chords: [0, 3, 4, 0],
      timbre: 'brass',
    }),
    made('D dorian', ['D minor', 'A minor', 'C major', 'G major'], {
      tonic: 2,
      scale: SCALES.dorian,
      chords: [0, 3, 0, 6],
    }),
    made('B dorian, voices', ['B minor', 'F# minor', 'A major', 'E major'], {
      tonic: 11,
      scale: SCALES.dorian,
      chords: [0, 3],
      timbre: 'voice',
    }),
    ...TIMBRES.map((timbre, i) => {
      const tonic = (3 + 5 * i) % 12
      const [home, fourth, parent, fifth] = [12 + tonic, (tonic + 5) % 12, (tonic + 10) % 12, 12 + ((tonic + 7) % 12)]
      const keys = [home, fourth, parent, fifth].flatMap((index) => keyNames[index] ?? [])
      return made(`${keyNames[home] ?? ''} as dorian, ${timbre}`, keys, {
        tonic,
        scale: SCALES.dorian,
        chords: [0, 3],
        timbre,
        seed: 40 + i,
        drums: i % 2 ? 0.5 : 0,
      })
    }),
    made('G mixolydian', ['G major', 'C major', 'A minor'], {
      tonic: 7,
      scale: SCALES.mixolydian,
      chords: [0, 6, 3, 0],
    }),
    made('E mixolydian with drums', ['E major', 'A major', 'F# minor'], {
      tonic: 4,
      scale: SCALES.mixolydian,
      chords: [0, 6, 3, 0],
      drums: 0.6,
      timbre: 'brass',
    }),
    {
      name: 'a tune alone in G minor, sung',
      keys: ['G minor', 'Bb major', 'D minor'],
      make: (rate) => tuneAlone([0, 2, 4, 3, 2, 1, 0, 4, 5, 4, 3, 2, 1, -1, 0, 0], 7, rate),
    },
  ]
}

function tuneAlone(degrees: readonly number[], tonic: number, rate: Hertz): Float32Array {
  const canvas = new Canvas(degrees.length * 3 * BEAT, rate)
  for (let i = 0; i < degrees.length * 3; i++) {
    const degree = degrees[i % degrees.length] ?? 0
    const step = (SCALES.minor[((degree % 7) + 7) % 7] ?? 0) + 12 * Math.floor(degree / 7)
    // The leading note.
    const raised = degree === -1 ? 1 : 0
    canvas.play('voice', 60 + tonic + step + raised, [i * BEAT, 0.95 * BEAT], 1)
  }
  return canvas.samples
}

function changingPieces(): readonly KeyPiece[] {
  const both = (first: PieceSettings, second: PieceSettings) => (rate: Hertz) => {
    const [one, other] = [piece({ bars: 16, ...first }, rate), piece({ bars: 16, ...second }, rate)]
    const samples = new Float32Array(one.length + other.length)
    samples.set(one)
    samples.set(other, one.length)
    return samples
  }
  const major = { scale: SCALES.major, chords: [0, 5, 3, 4] }
  const minor = { scale: SCALES.minor, chords: [0, 3, 4, 0], raised: true }
  return [
    {
      name: 'A major, a tone up in the middle',
      keys: ['A major'],
      later: 'B major',
      make: both({ ...major, tonic: 9, timbre: 'pad' }, { ...major, tonic: 11, timbre: 'pad' }),
    },
    {
      name: 'E minor, a semitone up in the middle',
      keys: ['E minor'],
      later: 'F minor',
      make: both(
        { ...minor, tonic: 4, timbre: 'plucked', drums: 0.4 },
        { ...minor, tonic: 5, timbre: 'plucked', drums: 0.4 },
      ),
    },
    {
      name: 'C minor, then C major',
      keys: ['C minor'],
      later: 'C major',
      make: both({ ...minor, tonic: 0, timbre: 'organ' }, { ...major, tonic: 0, timbre: 'organ' }),
    },
  ]
}

function keylessPieces(): readonly KeyPiece[] {
  const seconds = 26
  const noKey = (name: string, make: (rate: Hertz) => Float32Array): KeyPiece => ({ name, keys: [], make })
  const atonal = (timbre: Timbre, seed: number, range: number, pace: Seconds) => (rate: Hertz) => {
    const random = seededRandom(seed)
    const canvas = new Canvas(seconds, rate)
    for (let at = 0; at < seconds - 1; at += pace)
      for (let voice = 0; voice < 2; voice++) canvas.play(timbre, 50 + Math.floor(random() * range), [at, pace], 0.6)
    return canvas.samples
  }
  const steps = (pattern: readonly number[], timbre: Timbre) => (rate: Hertz) => {
    const canvas = new Canvas(seconds, rate)
    for (let i = 0; i * 0.4 < seconds - 1; i++)
      canvas.play(timbre, 55 + (pattern[i % pattern.length] ?? 0), [i * 0.4, 0.4], 0.8)
    return canvas.samples
  }
  const row = [0, 11, 3, 4, 8, 7, 9, 5, 6, 1, 2, 10]
  return [
    noKey('drums', (rate) => {
      const canvas = new Canvas(seconds, rate)
      for (let bar = 0; bar * BAR * BEAT < seconds; bar++)
        drumBar(canvas, rate, bar * BAR * BEAT, 0.9, seededRandom(bar + 1))
      return canvas.samples
    }),
    noKey('tuned toms', (rate) => {
      const canvas = new Canvas(seconds, rate)
      const random = seededRandom(5)
      for (let i = 0; i * 0.3 < seconds; i++)
        canvas.add(toned(rate, [38.3, 41.7, 45.2][i % 3] ?? 40, 0.3, [1, 0.4], 9), i * 0.3, 0.5 + random())
      return canvas.samples
    }),
    noKey('noise', (rate) => {
      const random = seededRandom(3)
      return Float32Array.from({ length: seconds * rate }, () => random() - 0.5)
    }),
    noKey('low noise, as of wind', (rate) => {
      const random = seededRandom(4)
      let low = 0
      return Float32Array.from({ length: seconds * rate }, () => (low += (random() - 0.5 - low) * 0.05))
    }),
    noKey('speech', (rate) => speech(seconds, rate, 11, 110)),
    noKey('speech of a higher voice', (rate) => speech(seconds, rate, 12, 205)),
    noKey('one note', (rate) => {
      const canvas = new Canvas(seconds, rate)
      for (let i = 0; i < 12; i++) canvas.play('organ', 48, [2 * i, 2], 0.8)
      return canvas.samples
    }),
    noKey('a fifth', (rate) => {
      const canvas = new Canvas(seconds, rate)
      for (let i = 0; i < 12; i++) for (const n of [43, 50, 55]) canvas.play('pad', n, [2 * i, 2.2], 0.8)
      return canvas.samples
    }),
    noKey('a siren', (rate) => {
      let phase = 0
      return Float32Array.from({ length: seconds * rate }, (_, i) => {
        phase += (500 + 300 * Math.sin((2 * Math.PI * i) / rate / 3)) / rate
        return 0.4 * Math.sin(2 * Math.PI * phase)
      })
    }),
    noKey('the chromatic scale', steps([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 'organ')),
    noKey('the whole-tone scale', steps([0, 2, 4, 6, 8, 10, 12, 8, 4], 'plucked')),
    noKey('the octatonic scale', steps([0, 1, 3, 4, 6, 7, 9, 10, 12, 9, 6, 3], 'brass')),
    noKey('a row of twelve', steps(row, 'plucked')),
    noKey(
      'a row of twelve, its inversion and its retrograde',
      steps([...row, ...row.map((n) => 12 - n), ...row.toReversed()], 'organ'),
    ),
    noKey('random notes, plucked', atonal('plucked', 7, 25, 0.3)),
    noKey('random notes, organ', atonal('organ', 8, 20, 0.5)),
    noKey('random notes, slow pads', atonal('pad', 9, 24, 1.1)),
    noKey('random notes, brass', atonal('brass', 10, 30, 0.25)),
  ]
}

/** A voice that glides and pauses, on no notes. */
function speech(seconds: Seconds, rate: Hertz, seed: number, base: Hertz): Float32Array {
  const random = seededRandom(seed)
  const samples = new Float32Array(seconds * rate)
  let [phase, frame] = [0, 0]
  while (frame < samples.length) {
    const length = Math.round((0.12 + 0.25 * random()) * rate)
    const [from, to] = [base * (0.85 + 0.4 * random()), base * (0.8 + 0.35 * random())]
    const formant = 400 + 500 * random()
    const isPause = random() < 0.15
    for (let i = 0; i < length && frame < samples.length; i++, frame++) {
      const hertz = from + ((to - from) * i) / length
      phase += hertz / rate
      let sum = 0
      for (let n = 1; n <= 12; n++) sum += Math.sin(2 * Math.PI * n * phase) / (1 + ((n * hertz - formant) / 200) ** 2)
      samples[frame] = isPause ? 0 : 0.2 * sum * Math.sin((Math.PI * i) / length)
    }
  }
  return samples
}

/** Music in all keys, on several instruments and tunings; music of which two readings are true; music without a key. */
export const keyPieces: readonly KeyPiece[] = [
  ...scalePieces(),
  ...ambiguousPieces(),
  ...changingPieces(),
  ...keylessPieces(),
]
