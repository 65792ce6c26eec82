import type { Page } from 'playwright-core'
import type { Milliseconds, Seconds } from '#shared/units.ts'
import { findSound } from './capture.ts'

/**
 * Noise of which no few samples come twice: from what left for the loudspeaker one can tell which place it was.
 * `samples[frame]`.
 */
export function noiseSong(
  seconds: Seconds,
  sampleRate: number,
): { readonly wav: Buffer; readonly samples: Float32Array } {
  const frames = Math.round(seconds * sampleRate)
  const wav = Buffer.alloc(44 + frames * 2)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(36 + frames * 2, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(sampleRate, 24)
  wav.writeUInt32LE(sampleRate * 2, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(frames * 2, 40)
  const samples = new Float32Array(frames)
  let seed = 12_345
  for (let frame = 0; frame < frames; frame++) {
    seed = (seed * 16_807) % 2_147_483_647
    const value = (seed % 2_000) - 1_000
    wav.writeInt16LE(value, 44 + frame * 2)
    samples[frame] = value / 32_768
  }
  return { wav, samples }
}

export interface HeardPlace {
  readonly position: Seconds
  /** When it was heard, by the computer's clock. */
  readonly at: Milliseconds
}

/**
 * Which place of the noise leaves for the loudspeaker, as recorded by `captureSound` and timed by the browser's own
 * clock of the device; undefined while nothing sounds or it is being faded.
 */
export async function heardPlace(page: Page, song: Float32Array, sampleRate: number): Promise<HeardPlace | undefined> {
  const found = await page.evaluate(async () => {
    interface Recording {
      readonly sampleRate: number
      readonly startsAt: number
      readonly blocks: readonly { readonly frame: number; readonly planes: readonly Float32Array[] }[]
    }
    const { capturedRecordings } = globalThis as unknown as { capturedRecordings: ReadonlyMap<AudioContext, Recording> }
    const [context, recording] = [...capturedRecordings].findLast(([{ state }]) => state === 'running') ?? []
    if (!context || !recording) return undefined
    const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp()
    const frame = Math.round(contextTime * recording.sampleRate) - recording.startsAt
    // The recording is on its way from the audio thread.
    for (let waits = 0; waits < 20 && (recording.blocks.at(-1)?.frame ?? 0) < frame; waits++)
      await new Promise((resolve) => setTimeout(resolve, 10))
    const block = recording.blocks.findLast((one) => one.frame <= frame)
    if (!block?.planes[0]) return undefined
    return {
      samples: Array.from(block.planes[0].subarray(0, 48)),
      at: performance.timeOrigin + performanceTime + ((block.frame - frame) / recording.sampleRate) * 1000,
    }
  })
  if (!found || found.samples.every((sample) => sample === 0)) return undefined
  const start = findSound(song, Float32Array.from(found.samples))
  return start < 0 ? undefined : { position: start / sampleRate, at: found.at }
}

/** By how much `one` is ahead of `other`. */
export function apartMs(one: HeardPlace, other: HeardPlace): Milliseconds {
  return (one.position - other.position) * 1000 - (one.at - other.at)
}
