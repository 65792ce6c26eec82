import { buffer } from 'node:stream/consumers'
import {
  encodeWaveformHeader,
  parseWaveformHeader,
  pointsIn8Bit,
  pointsInJson,
  WAVEFORM_HEADER_BYTES,
  waveformJsonFrame,
} from '#audio/waveform-data.ts'
import type { Storage } from '#server/storage/storage.ts'

export interface WaveformForm {
  readonly format: 'dat' | 'json'
  readonly bits: 8 | 16
}

export interface WaveformExport {
  readonly sizeBytes: number
  read(): AsyncGenerator<Uint8Array>
}

/**
 * A stored 16-bit waveform in the requested format. The length of its JSON is found by generating it once without
 * sending.
 */
export async function readWaveform(
  storage: Storage,
  key: string,
  { format, bits }: WaveformForm,
): Promise<WaveformExport> {
  const facts = {
    ...parseWaveformHeader(await buffer(await storage.read(key, { start: 0, end: WAVEFORM_HEADER_BYTES - 1 }))),
    bits,
  }
  async function* dat(): AsyncGenerator<Uint8Array> {
    yield encodeWaveformHeader(facts)
    for await (const points of wholePoints(storage, key)) yield bits === 8 ? pointsIn8Bit(points) : points
  }
  async function* json(): AsyncGenerator<Uint8Array> {
    const [before, behind] = waveformJsonFrame(facts)
    yield Buffer.from(before)
    let isFirst = true
    for await (const points of wholePoints(storage, key)) {
      yield Buffer.from(pointsInJson(points, bits, isFirst))
      isFirst = false
    }
    yield Buffer.from(behind)
  }
  if (format === 'dat')
    return { sizeBytes: WAVEFORM_HEADER_BYTES + facts.length * facts.channels * 2 * (bits / 8), read: dat }
  let sizeBytes = 0
  for await (const piece of json()) sizeBytes += piece.length
  return { sizeBytes, read: json }
}

/** The values after the header, never half of one. */
async function* wholePoints(storage: Storage, key: string): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array()
  let skip = WAVEFORM_HEADER_BYTES
  for await (const chunk of await storage.read(key)) {
    const bytes: Uint8Array = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    const from = Math.min(skip, bytes.length)
    skip -= from
    const whole = from + Math.floor((bytes.length - from) / 2) * 2
    rest = bytes.subarray(whole)
    if (whole > from) yield bytes.subarray(from, whole)
  }
}
