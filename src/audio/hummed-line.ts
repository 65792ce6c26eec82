import { seededRandom, sung } from '#audio/song-instruments.ts'
import type { Hertz, Seconds } from '#shared/units.ts'

/** A second voice for the last chorus of the song: start and length in seconds, and note. */
const LINE = [
  [0.4, 0.6, 64],
  [1.05, 0.6, 65],
  [1.7, 1.2, 67],
  [3, 0.5, 65],
  [3.55, 0.5, 64],
  [4.1, 1.3, 62],
] as const

const HUM_SECONDS: Seconds = 5.6
/** As loud as a voice near the microphone of a laptop. */
const VOICE = 0.9
const ROOM_NOISE = 0.004

/** Somebody hums a line into a microphone: one channel, the same for the same sample rate. */
export function renderHum(sampleRate: Hertz): Float32Array<ArrayBuffer> {
  const random = seededRandom(7)
  const samples = new Float32Array(Math.round(HUM_SECONDS * sampleRate))
  for (let i = 0; i < samples.length; i++) samples[i] = (random() * 2 - 1) * ROOM_NOISE
  for (const [start, seconds, note] of LINE) {
    const at = Math.round(start * sampleRate)
    sung(sampleRate, note, seconds).left.forEach((x, i) => {
      const place = at + i
      if (place < samples.length) samples[place] = (samples[place] ?? 0) + x * VOICE
    })
  }
  return samples
}
