import { seededRandom } from '#audio/song-instruments.ts'
import type { Hertz, Seconds } from '#shared/units.ts'
import type { SampleChannels } from '#testing/compared-sounds.ts'
import type { MusicKind } from '#testing/made-music.ts'

export const SONG_PARTS = ['rhythm', 'ground', 'lead'] as const
export type SongPart = (typeof SONG_PARTS)[number]

export interface MadeSongSettings {
  readonly kind: MusicKind
  readonly sampleRate: Hertz
  readonly beats: number
  readonly beatsPerMinute: number
  readonly seed: number
  /** Another melody, with everything else as it is. */
  readonly leadSeed?: number
  /** Noises differ, as when a song is rendered again. */
  readonly noiseSeed?: number
  /** Each part this much later. */
  readonly later?: Partial<Record<SongPart, Seconds>>
  readonly gains?: Partial<Record<SongPart, number>>
  /** Played again: every note is this much earlier or later at most, up to 1.5 dB louder or quieter. */
  readonly humanised?: { readonly seed: number; readonly most: Seconds }
  /** Oscillators that start anywhere: not one sample is as it was. */
  readonly phaseSeed?: number
  /** In semitones, without the rhythm. */
  readonly transposed?: number
}

/** A song of three parts, from a score in beats: it can be rendered again at any tempo, or with another lead. */
export function madeSong(settings: MadeSongSettings): SampleChannels {
  const { sampleRate, beats, beatsPerMinute } = settings
  const beat: Seconds = 60 / beatsPerMinute
  const frames = Math.round((beats * beat + 1) * sampleRate)
  const sides = [new Float64Array(frames), new Float64Array(frames)] as const
  const noise = seededRandom(settings.noiseSeed ?? 99)
  const played = seededRandom(settings.humanised?.seed ?? 1)
  const phases = seededRandom(settings.phaseSeed ?? 1)
  for (const part of SONG_PARTS) {
    const later = settings.later?.[part] ?? 0
    const gain = settings.gains?.[part] ?? 1
    for (const note of scoreOf(settings, part)) {
      const [early, loud] = settings.humanised
        ? [settings.humanised.most * (2 * played() - 1), 10 ** ((3 * played() - 1.5) / 20)]
        : [0, 1]
      const phase = settings.phaseSeed === undefined ? 0 : 2 * Math.PI * phases()
      const start = Math.max(0, Math.round((note.beat * beat + later + early) * sampleRate))
      const length = Math.min(Math.round(note.seconds * sampleRate), frames - start)
      const hertz = part === 'rhythm' ? note.hertz : note.hertz * 2 ** ((settings.transposed ?? 0) / 12)
      const voice = { hertz, harmonics: note.harmonics }
      let low = 0
      for (let i = 0; i < length; i++) {
        const t = i / sampleRate
        const raw = note.hertz === 0 ? 2 * noise() - 1 : waveAt(voice, t, phase)
        low += (raw - low) * 0.5
        const shape = Math.min(1, t / note.attack) * Math.exp(-t * note.decay)
        const value = gain * loud * note.loud * shape * (note.hertz === 0 ? raw - 0.5 * low : raw)
        sides[0][start + i] = (sides[0][start + i] ?? 0) + value * (1 - note.pan)
        sides[1][start + i] = (sides[1][start + i] ?? 0) + value * (1 + note.pan)
      }
    }
  }
  return sides
}

interface MadeNote {
  readonly beat: number
  readonly seconds: Seconds
  /** 0 for noise. */
  readonly hertz: Hertz
  readonly loud: number
  readonly attack: Seconds
  readonly decay: number
  readonly pan: number
  readonly harmonics: number
}

function waveAt({ hertz, harmonics }: Pick<MadeNote, 'hertz' | 'harmonics'>, t: Seconds, phase: number): number {
  let sum = 0
  for (let n = 1; n <= harmonics; n++) sum += Math.sin(n * (2 * Math.PI * hertz * t + phase)) / n
  return sum
}

const pitched = (step: number) => 110 * 2 ** (step / 12)
const SCALE = [0, 2, 3, 5, 7, 8, 10, 12, 14, 15, 17, 19, 20, 22, 24]

function scoreOf({ kind, beats, seed, leadSeed = seed }: MadeSongSettings, part: SongPart): readonly MadeNote[] {
  const random = seededRandom((part === 'lead' ? leadSeed : seed) * 7 + part.length)
  const tone = (beat: number, step: number, loud: number, more: Partial<MadeNote> = {}): MadeNote => ({
    beat,
    seconds: 1.2,
    hertz: pitched(step),
    loud,
    attack: 0.005,
    decay: 3,
    pan: 0,
    harmonics: 4,
    ...more,
  })
  const choose = () => SCALE[Math.floor(random() * SCALE.length)] ?? 0
  const notes: MadeNote[] = []
  // Loop-based music repeats every eight beats.
  const period = kind === 'loop-based' ? 8 : beats
  const isSparse = kind === 'ambient'
  for (let beat = 0; beat < period; beat += isSparse ? 2 : 1) {
    if (part === 'rhythm' && kind !== 'voice') {
      if (!isSparse) notes.push(tone(beat, -14, 0.4, { harmonics: 2, decay: 12, seconds: 0.4 }))
      if (beat % 2 === 1) notes.push(tone(beat, 0, 0.2, { hertz: 0, decay: 25, seconds: 0.25 }))
      if (random() < 0.6)
        notes.push(tone(beat + 0.5, 0, isSparse ? 0.02 : 0.06, { hertz: 0, decay: 50, seconds: 0.1, pan: 0.4 }))
    }
    if (part === 'ground')
      for (const voice of [0, 1])
        notes.push(
          tone(beat, choose() - 12 * (1 - voice), kind === 'voice' ? 0.02 : 0.08, {
            attack: isSparse ? 0.6 : 0.03,
            decay: isSparse ? 0.5 : 2,
            seconds: isSparse ? 4 : 1.4,
            pan: voice - 0.5,
            harmonics: 3,
          }),
        )
    if (part === 'lead' && (kind === 'voice' || random() < 0.7)) {
      const at = beat + Math.floor(random() * 2) / 2
      notes.push(
        kind === 'voice'
          ? tone(at, choose() + 3 * random(), 0.18, { decay: 5, attack: 0.03, seconds: 0.5, harmonics: 9 })
          : tone(at, 12 + choose(), isSparse ? 0.05 : 0.1, { pan: 0.2, decay: 4 }),
      )
    }
  }
  if (kind !== 'loop-based') return notes
  return Array.from({ length: Math.ceil(beats / period) }, (_, i) =>
    notes.map((note) => ({ ...note, beat: note.beat + i * period })),
  )
    .flat()
    .filter(({ beat }) => beat < beats)
}
