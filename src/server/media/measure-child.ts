// The disposable process that measures recordings: descriptor 3 is the first, 4 takes what it finds, 5 and on are the
// others. Argument: the task, as JSON. Like media-child.ts it opens no file by name once it has started, and may write
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
// Finalizers of native objects are not worth the risk of running them.
process.exit(0)
