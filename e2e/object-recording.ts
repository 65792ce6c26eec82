import { wavHeader, wavSamples } from '#audio/wav-file.ts'

const CHANNELS = 12
const RATE = 48_000

/** Two seconds of twelve channels that are objects: ADM in an `axml` chunk, and no word on loudspeakers. */
export function objectRecording(): Buffer {
  const turn = (2 * Math.PI) / RATE
  const tone = (hertz: number) =>
    Float32Array.from({ length: 2 * RATE }, (_, frame) => 0.05 * Math.sin(turn * hertz * frame))
  const tones = Array.from({ length: CHANNELS }, (_, channel) => tone(110 * (channel + 1)))
  const head = Buffer.from(wavHeader({ sampleRate: RATE, channels: CHANNELS, encoding: 's16', totalFrames: 2 * RATE }))
  const words = Buffer.from('<ebuCoreMain/>', 'latin1')
  const axml = Buffer.alloc(8 + words.length)
  axml.write('axml', 'latin1')
  axml.writeUInt32LE(words.length, 4)
  words.copy(axml, 8)
  const file = Buffer.concat([head, wavSamples(tones, 's16'), axml])
  file.writeUInt32LE(file.length - 8, 4)
  return file
}
