import { seededRandom } from '#audio/song-instruments.ts'
import type { Hertz, Seconds } from '#shared/units.ts'
import type { SampleChannels } from '#testing/compared-sounds.ts'

/** Four kinds of music that are easy or hard to compare: they differ in repetition and silence. */
export const MUSIC_KINDS = ['through-composed', 'loop-based', 'voice', 'ambient'] as const
export type MusicKind = (typeof MUSIC_KINDS)[number]
/** The kinds that are hardest and easiest to align, and a full mix. */
export const MORE_KINDS = ['drums', 'drone', 'full mix'] as const
export type AnyMusicKind = MusicKind | (typeof MORE_KINDS)[number]

/** At 110 beats per minute. */
const SIXTEENTH: Seconds = 60 / 110 / 4

/** Stereo, deterministic by kind, rate and length. `from` omits what comes before it. */
export function madeMusic(kind: AnyMusicKind, sampleRate: Hertz, seconds: Seconds, seed = 5): SampleChannels {
  const sides = [
    new Float64Array(Math.round(seconds * sampleRate)),
    new Float64Array(Math.round(seconds * sampleRate)),
  ] as const
  const random = seededRandom(seed)
  const add = (from: Seconds, length: Seconds, pan: number, sample: (t: Seconds) => number) => {
    const start = Math.round(from * sampleRate)
    const frames = Math.min(Math.round(length * sampleRate), sides[0].length - start)
    for (let i = 0; i < frames; i++) {
      const value = sample(i / sampleRate)
      sides[0][start + i] = (sides[0][start + i] ?? 0) + value * (1 - pan)
      sides[1][start + i] = (sides[1][start + i] ?? 0) + value * (1 + pan)
    }
  }
  const tone = (hertz: Hertz, decay: number, loud: number) => (t: Seconds) =>
    loud *
    Math.min(1, t * 200) *
    Math.exp(-t * decay) *
    (Math.sin(2 * Math.PI * hertz * t) +
      0.5 * Math.sin(4 * Math.PI * hertz * t) +
      0.25 * Math.sin(6 * Math.PI * hertz * t))
  const hit = (decay: number, loud: number) => {
    const noise = seededRandom(Math.floor(random() * 1e9))
    return (t: Seconds) => loud * Math.exp(-t * decay) * (noise() * 2 - 1)
  }
  const note = () => 110 * 2 ** (Math.floor(random() * 30) / 12)
  switch (kind) {
    case 'through-composed':
      for (let at = 0; at < seconds; at += 0.2 + random() * 0.3) {
        add(at, 1.5, random() - 0.5, tone(note(), 2 + random() * 4, 0.1))
        if (random() < 0.5) add(at, 0.2, 0, hit(30, 0.15))
      }
      break
    case 'loop-based': {
      // One bar of two seconds, repeated exactly, with a different lead in each eight seconds.
      const bar = madeMusic('through-composed', sampleRate, 2, seed + 1)
      for (let at = 0; at < seconds; at += 2)
        bar.forEach((side, channel) =>
          sides[channel]?.set(
            side.subarray(0, Math.max(0, Math.min(side.length, Math.round((seconds - at) * sampleRate)))),
            Math.round(at * sampleRate),
          ),
        )
      for (let at = 0; at < seconds; at += 8)
        for (let i = 0; i < 12; i++) add(at + random() * 7, 0.8, random() - 0.5, tone(2 * note(), 3, 0.06))
      break
    }
    case 'voice':
      for (let at = 0.3; at < seconds; at += 0.5 + random() * 0.7) {
        const pitch = 110 + 90 * random()
        const formant = 500 + 1500 * random()
        add(
          at,
          0.2 + random() * 0.4,
          0,
          (t) =>
            0.3 *
            Math.min(1, t * 40) *
            Math.exp(-t * 2) *
            Math.sin(2 * Math.PI * pitch * t * (1 + 0.1 * t)) *
            (1 + Math.cos(2 * Math.PI * formant * t)),
        )
      }
      // Room sound, wider than the voice.
      for (let at = 0; at < seconds; at += 1) add(at, 1, random() - 0.5, hit(0, 0.001))
      break
    case 'ambient':
      for (let at = 0; at < seconds; at += 1.5 + random() * 2) {
        const length = 4 + random() * 4
        const [low, high] = [note() / 2, note()]
        add(
          at,
          length,
          random() - 0.5,
          (t) =>
            0.06 *
            Math.sin((Math.PI * t) / length) ** 2 *
            (Math.sin(2 * Math.PI * low * t) + Math.sin(2 * Math.PI * high * 1.003 * t + Math.sin(t))),
        )
        add(at + random(), 0.5, random() - 0.5, tone(4 * note(), 8, 0.02))
      }
      break
    case 'drums':
      for (let step = 0; step * SIXTEENTH < seconds; step++) {
        const at = step * SIXTEENTH
        const loud = 0.7 + 0.3 * random()
        if (step % 4 === 0)
          add(
            at,
            0.4,
            0,
            (t) => 0.4 * loud * Math.exp(-t * 8) * Math.sin(2 * Math.PI * (50 * t + 4 * (1 - Math.exp(-t * 40)))),
          )
        if (step % 8 === 4) add(at, 0.3, 0.05, hit(18, 0.25 * loud))
        if (random() < 0.8) add(at, 0.08, 0.4, hit(60, 0.08 * loud))
      }
      break
    case 'drone':
      // Steady tones that fade in and out slowly: every cycle looks like the one before.
      for (let voice = 0; voice < 14; voice++) {
        const [hertz, phase, pace, loud] = [
          (note() / 2) * (1 + 0.002 * random()),
          6 * random(),
          0.03 + 0.1 * random(),
          0.01 + 0.04 * random(),
        ]
        add(
          0,
          seconds,
          random() - 0.5,
          (t) =>
            loud * (1 + 0.4 * Math.sin(2 * Math.PI * pace * t + phase)) * Math.sin(2 * Math.PI * hertz * t + phase),
        )
      }
      break
    case 'full mix':
      for (const part of ['drums', 'through-composed', 'ambient', 'voice'] as const) {
        madeMusic(part, sampleRate, seconds, seed + 1).forEach((side, channel) =>
          side.forEach(
            (sample, i) => void (sides[channel as 0 | 1][i] = (sides[channel as 0 | 1][i] ?? 0) + 0.6 * sample),
          ),
        )
      }
      break
  }
  return sides
}
