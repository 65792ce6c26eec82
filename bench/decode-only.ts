// Decodes a file with our decoder and throws the samples away: what the analysis costs beyond this is ours.
import { openSync } from 'node:fs'
import { Decoder } from '#server/media/decoder.ts'

const decoder = new Decoder(openSync(process.argv[2] ?? '', 'r'), true)
let frames = 0
await decoder.decode({
  frame(frame) {
    if (frame.data) frames += frame.nbSamples
  },
})
process.stdout.write(`${frames}\n`)
process.exit(0)
