import { encodePeaksHeader, PEAKS_HEADER_BYTES, peaksLayout } from '#audio/peaks-file.ts'
import type { RangeServer } from '../e2e/range-server.ts'

const PIXEL_FRAMES = 256

/** Writes one stereo recording's peaks in the formats of all three libraries: 256 frames per point, the same music. */
export function putRecording(server: RangeServer, totalFrames: number, sampleRate: number): void {
  const points = Math.ceil(totalFrames / PIXEL_FRAMES)
  server.put('long.rmpk', pyramid(totalFrames, sampleRate))
  server.put('long.dat', waveformData(points, sampleRate))
  server.put('long.i16', sixteenBits(points))
}

/** Peak of a point, 0 to 1: verses and choruses of noise, so that neighbours differ as in music. */
function peakOf(point: number, channel: number): number {
  const noise = (Math.imul(point * 2 + channel + 1, 2_654_435_761) >>> 8) / 2 ** 24
  return (0.35 + 0.5 * noise) * (Math.floor(point / 6000) % 3 === 0 ? 0.4 : 1)
}

function pyramid(totalFrames: number, sampleRate: number): Uint8Array {
  const levels = peaksLayout(totalFrames, 2)
  const last = levels.at(-1)
  const file = new Uint8Array((last?.byteOffset ?? PEAKS_HEADER_BYTES) + (last?.points ?? 0) * 6)
  levels.forEach(({ points, byteOffset, framesPerPoint }) => {
    for (let point = 0; point < points; point++) {
      for (const channel of [0, 1]) {
        const peak = Math.round(peakOf((point * framesPerPoint) / PIXEL_FRAMES, channel) * 127)
        file.set([-peak, peak, peak], byteOffset + (point * 2 + channel) * 3)
      }
    }
  })
  file.set(encodePeaksHeader({ sampleRate, channels: 2, totalFrames, levels }))
  return file
}

/**
 * audiowaveform's binary format, version 2, 8 bits, two channels.
 * @see https://github.com/bbc/audiowaveform/blob/master/doc/DataFormat.md
 */
function waveformData(points: number, sampleRate: number): Uint8Array {
  const file = new DataView(new ArrayBuffer(24 + points * 4))
  ;[2, 1, sampleRate, PIXEL_FRAMES, points, 2].forEach((value, i) => file.setInt32(i * 4, value, true))
  for (let point = 0; point < points; point++) {
    for (const channel of [0, 1]) {
      const peak = Math.round(peakOf(point, channel) * 127)
      file.setInt8(24 + point * 4 + channel * 2, -peak)
      file.setInt8(25 + point * 4 + channel * 2, peak)
    }
  }
  return new Uint8Array(file.buffer)
}

function sixteenBits(points: number): Uint8Array {
  const values = new Int16Array(points * 4)
  for (const channel of [0, 1]) {
    for (let point = 0; point < points; point++) {
      const peak = Math.round(peakOf(point, channel) * 32_767)
      values.set([-peak, peak], channel * points * 2 + point * 2)
    }
  }
  return new Uint8Array(values.buffer)
}
