import { seededRandom } from '#audio/song-instruments.ts'
import type { Hertz, Seconds } from '#shared/units.ts'
import type { Sound } from '#testing/compared-sounds.ts'

/** Four kinds of music that comparing finds more or less easy: it differs in how much repeats itself, and how much is silent. */
export const MUSIC_KINDS = ['through-composed', 'loop-based', 'voice', 'ambient'] as const
export type MusicKind = (typeof MUSIC_KINDS)[number]

/** In stereo, the same for the same kind, rate and length. `from` leaves out what comes before it. */
export function madeMusic(kind: MusicKind, sampleRate: Hertz, seconds: Seconds, seed = 5): Sound {
  const sides = [new Float64Array(Math.round(seconds * sampleRate)), new Float64Array(Math.round(seconds * sampleRate))] as const
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
  const tone = (hertz: Hertz, decay: number, loud: number) => (t: Seconds) => loud * Math.min(1, t * 200) * Math.exp(-t * decay) * (Math.sin(2 * Math.PI * hertz * t) + 0.5 * Math.sin(4 * Math.PI * hertz * t) + 0.25 * Math.sin(6 * Math.PI * hertz * t))
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
      // One bar of two seconds over and over, note for note; a lead of its own in each eight seconds.
      const bar = madeMusic('through-composed', sampleRate, 2, seed + 1)
      for (let at = 0; at < seconds; at += 2) bar.forEach((side, channel) => sides[channel]?.set(side.subarray(0, Math.max(0, Math.min(side.length, Math.round((seconds - at) * sampleRate)))), Math.round(at * sampleRate)))
      for (let at = 0; at < seconds; at += 8) for (let i = 0; i < 12; i++) add(at + random() * 7, 0.8, random() - 0.5, tone(2 * note(), 3, 0.06))
      break
    }
    case 'voice':
      for (let at = 0.3; at < seconds; at += 0.5 + random() * 0.7) {
        const pitch = 110 + 90 * random()
        const formant = 500 + 1500 * random()
        add(at, 0.2 + random() * 0.4, 0, (t) => 0.3 * Math.min(1, t * 40) * Math.exp(-t * 2) * Math.sin(2 * Math.PI * pitch * t * (1 + 0.1 * t)) * (1 + Math.cos(2 * Math.PI * formant * t)))
      }
      // A room, wider than the voice.
      for (let at = 0; at < seconds; at += 1) add(at, 1, random() - 0.5, hit(0, 0.001))
      break
    case 'ambient':
      for (let at = 0; at < seconds; at += 1.5 + random() * 2) {
        const length = 4 + random() * 4
        const [low, high] = [note() / 2, note()]
        add(at, length, random() - 0.5, (t) => 0.06 * Math.sin((Math.PI * t) / length) ** 2 * (Math.sin(2 * Math.PI * low * t) + Math.sin(2 * Math.PI * high * 1.003 * t + Math.sin(t))))
        add(at + random(), 0.5, random() - 0.5, tone(4 * note(), 8, 0.02))
      }
      break
  }
  return sides
}
