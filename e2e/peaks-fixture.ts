import {
  encodePeaksHeader,
  PEAKS_BYTES_PER_CHANNEL,
  PEAKS_FACTOR,
  PEAKS_HEADER_BYTES,
  peaksLayout,
} from '#audio/peaks-file.ts'

/** A peaks file made the slow and obvious way. planes[channel][frame] */
export function makePeaks(planes: readonly Float32Array[], sampleRate: number): Uint8Array {
  const totalFrames = planes[0]?.length ?? 0
  const channels = planes.length
  const levels = peaksLayout(totalFrames, channels)
  const last = levels.at(-1)
  const file = new Uint8Array(
    (last?.byteOffset ?? PEAKS_HEADER_BYTES) + (last?.points ?? 0) * channels * PEAKS_BYTES_PER_CHANNEL,
  )
  file.set(encodePeaksHeader({ sampleRate, channels, totalFrames, levels }))
  const bytes = new Int8Array(file.buffer)
  levels.forEach(({ framesPerPoint, points, byteOffset }, level) => {
    const below = levels[level - 1]
    for (let point = 0; point < points; point++) {
      for (let channel = 0; channel < channels; channel++) {
        const at = byteOffset + (point * channels + channel) * PEAKS_BYTES_PER_CHANNEL
        const peak = below
          ? fromBelow(file, below, point, channels, channel)
          : fromSamples(
              planes[channel]?.subarray(point * framesPerPoint, (point + 1) * framesPerPoint) ?? new Float32Array(),
            )
        bytes[at] = peak.min
        bytes[at + 1] = peak.max
        file[at + 2] = peak.rms
      }
    }
  })
  return file
}

interface Peak {
  readonly min: number
  readonly max: number
  readonly rms: number
}

function fromSamples(samples: Float32Array): Peak {
  let [min, max, squares] = [1, -1, 0]
  for (const sample of samples) {
    min = Math.min(min, sample)
    max = Math.max(max, sample)
    squares += sample * sample
  }
  return {
    min: Math.max(-128, Math.floor(min * 128)),
    max: Math.min(127, Math.ceil(max * 128)),
    rms: Math.round(Math.sqrt(squares / Math.max(1, samples.length)) * 255),
  }
}

function fromBelow(
  file: Uint8Array,
  below: { readonly points: number; readonly byteOffset: number },
  point: number,
  channels: number,
  channel: number,
): Peak {
  let [min, max, squares, count] = [127, -128, 0, 0]
  for (let i = point * PEAKS_FACTOR; i < Math.min(below.points, (point + 1) * PEAKS_FACTOR); i++) {
    const at = below.byteOffset + (i * channels + channel) * PEAKS_BYTES_PER_CHANNEL
    min = Math.min(min, ((file[at] ?? 0) << 24) >> 24)
    max = Math.max(max, ((file[at + 1] ?? 0) << 24) >> 24)
    squares += (file[at + 2] ?? 0) ** 2
    count += 1
  }
  return { min, max, rms: Math.round(Math.sqrt(squares / Math.max(1, count))) }
}
