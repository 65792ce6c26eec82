import { createHash } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod'
import { renderSong, SONG_MIXES, SONG_SECONDS } from '#audio/song.ts'
import { wavHeader, wavSamples } from '#audio/wav-file.ts'

const Order = z.object({
  path: z.string(),
  mix: z.enum(['rough', 'loud', 'fixed']),
  sampleRate: z.number(),
  encoding: z.enum(['s16', 's24', 's32', 'f32', 'f64']),
})

const { path, mix, sampleRate, encoding } = Order.parse(workerData)
const hash = createHash('sha256')
const file = openSync(path, 'w')
let sizeBytes = 0
const write = (bytes: Uint8Array) => {
  hash.update(bytes)
  sizeBytes += writeSync(file, bytes)
}
write(wavHeader({ sampleRate, channels: 2, encoding, totalFrames: Math.round(SONG_SECONDS * sampleRate) }))
for (const block of renderSong({ mix: SONG_MIXES[mix], sampleRate })) write(wavSamples(block, encoding))
closeSync(file)
parentPort?.postMessage({ sizeBytes, sha256: hash.digest('hex') })
