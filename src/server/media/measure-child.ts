// The disposable process that measures recordings. Descriptor 3 is the first recording, 4 the output pipe, 5 and up the
// others. Argument: the task, as JSON. Like media-child.ts it opens no file by name after its start, and may write
// none.
import { ChildOutput } from '#server/media/child-output.ts'
import { compareDescriptors } from '#server/media/compare-descriptors.ts'
import type { MeasureTask } from '#server/media/measure-messages.ts'
import { MediaVerdict } from '#server/media/media-verdict.ts'
import { spectrogramOfDescriptor } from '#server/media/spectrogram-descriptor.ts'

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
