// Decodes a file with our decoder and discards the samples: the baseline for the cost of the analysis.
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
