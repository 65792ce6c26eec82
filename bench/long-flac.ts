import type { Seconds } from '#shared/units.ts'
import { encodeFrameIndex } from '#audio/frame-index.ts'
import { BLOCK, flacFrame, noise, streamInfo } from '../e2e/flac-fixture.ts'
import type { PlayableForPage } from '../e2e/player-page.ts'
import type { MadeFile, RangeServer } from '../e2e/range-server.ts'

const RATE = 48_000

/**
 * Hours of uncompressed 48 kHz stereo FLAC, generated block by block: 2.3 Mbit/s with 24 bits, more than any music, and
 * 1.5 Mbit/s with 16, about as much as compressed 24-bit music.
 */
export function putLongFlac(
  server: RangeServer,
  name: string,
  seconds: Seconds,
  bitsPerSample: 16 | 24 = 24,
): PlayableForPage {
  const totalFrames = RATE * seconds
  const blocks = totalFrames / BLOCK
  const music = noise(BLOCK, 2).map((plane) =>
    Int32Array.from(plane, (sample) => Math.round(sample * (2 ** (bitsPerSample - 1) - 1))),
  )
  const codecHeader = streamInfo(RATE, 2, bitsPerSample, totalFrames)
  const bodyBytes = flacFrame(0, music, bitsPerSample).length
  const offsets = Float64Array.from({ length: blocks + 1 }, () => codecHeader.length)
  for (let block = 0; block < blocks; block++)
    offsets[block + 1] =
      (offsets[block] ?? 0) + bodyBytes + [0x80, 0x800, 0x10000].filter((longer) => block >= longer).length
  const fileBytes = offsets.at(-1) ?? 0
  const source = { kind: 'flac', sampleRate: RATE, channels: 2, bitsPerSample, totalFrames } as const
  server.put(`${name}.fidx`, encodeFrameIndex({ ...source, blockSize: BLOCK, fileBytes, codecHeader, offsets }))
  server.put(`${name}.flac`, madeFlac(offsets, music, bitsPerSample))
  return {
    id: name,
    title: name,
    source,
    urls: { stream: `/files/${name}.flac`, index: `/files/${name}.fidx` },
    durationSeconds: seconds,
  }
}

function madeFlac(offsets: Float64Array, music: readonly Int32Array[], bitsPerSample: 16 | 24): MadeFile {
  const made = new Map<number, Uint8Array>()
  return {
    length: offsets.at(-1) ?? 0,
    subarray: (start, end) => {
      const parts: Uint8Array[] = []
      for (let block = offsets.findIndex((offset) => offset === start); (offsets[block] ?? Infinity) < end; block++) {
        // Cached between rounds, so that generating them is not measured.
        const frame = made.get(block) ?? flacFrame(block, music, bitsPerSample)
        made.set(block, frame)
        parts.push(frame)
      }
      return Buffer.concat(parts)
    },
  }
}
