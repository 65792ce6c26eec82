// The disposable process that measures recordings. Descriptor 3 is the first recording, 4 the output pipe, 5 and up the
// others. Argument: the task, as JSON. Like media-child.ts it opens no file by name after its start, and may write
// none.
import { fstatSync } from 'node:fs'
import { type PlacedBytes, SpectrogramMaker } from '#audio/spectrogram-maker.ts'
import { ChildOutput } from '#server/media/child-output.ts'
import { UPLOAD_DESCRIPTOR } from '#server/media/child-protocol.ts'
import { compareDescriptors } from '#server/media/compare-descriptors.ts'
import type { MeasureTask } from '#server/media/measure-messages.ts'
import { MediaVerdict } from '#server/media/media-verdict.ts'
import { DecodedReader } from '#server/media/sample-reader.ts'
import type { Frames } from '#shared/units.ts'

// Load only in the disposable child process.
const BLOCK: Frames = 2 ** 15
const PROGRESS_MS = 100
/** Above the longest possible message. */
const PIECE_BYTES = 8 * 1024 * 1024

/** Makes the upload's spectrogram and sends its bytes as they are made. Has no other result. */
async function spectrogramOfDescriptor(channels: 'mix' | 'each', output: ChildOutput): Promise<null> {
  const bytes = fstatSync(UPLOAD_DESCRIPTOR).size
  const reader = await DecodedReader.open(UPLOAD_DESCRIPTOR)
  output.say({ type: 'opened', declaredSeconds: reader.declaredSeconds })
  const shown = channels === 'each' && reader.channels > 1 ? 2 : 1
  const maker = new SpectrogramMaker(reader.sampleRate, shown, reader.declaredSeconds ?? 0)
  let saidAt = 0
  for (;;) {
    const samples = await reader.read(BLOCK)
    const frames = samples[0]?.length ?? 0
    if (frames === 0) break
    write(output, maker.add(shown === 2 ? samples.slice(0, 2) : [mean(samples, frames)]))
    if (performance.now() - saidAt < PROGRESS_MS) continue
    saidAt = performance.now()
    output.say({ type: 'progress', fraction: Math.min(1, reader.position / bytes) })
  }
  write(output, maker.finish())
  return null
}

function mean(samples: readonly Float64Array[], frames: Frames): Float64Array {
  if (samples.length === 1) return samples[0] ?? new Float64Array(0)
  const sum = new Float64Array(frames)
  for (const channel of samples)
    // All channels have the same length.
    for (let i = 0; i < frames; i++) sum[i] = (sum[i] as number) + (channel[i] as number) / samples.length
  return sum
}

/** The child's only file, sent with the message kind of peaks. */
function write(output: ChildOutput, pieces: readonly PlacedBytes[]): void {
  for (const { position, bytes } of pieces) {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES)
      output.write('peaks', position + at, bytes.subarray(at, at + PIECE_BYTES))
  }
}

const output = new ChildOutput()
output.say({ type: 'started' })

try {
  const task = JSON.parse(process.argv[2] ?? '{}') as MeasureTask // our own parent wrote it
  output.say({
    type: 'found',
    found: await (task.task === 'compare'
      ? compareDescriptors(output)
      : spectrogramOfDescriptor(task.channels, output)),
  })
} catch (error) {
  if (!(error instanceof MediaVerdict)) throw error
  output.say({ type: 'verdict', verdict: error.verdict, detail: error.message })
}
// Exits without running finalizers of native objects, which may crash.
process.exit(0)
