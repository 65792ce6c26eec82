// The disposable process that makes one rendition of an upload: descriptor 3 is the file, descriptor 4 takes what it
// makes. Argument: the wish, as JSON. Like media-child.ts it opens no file by name once it has started, and may write
// none.
import { ChildOutput } from '#server/media/child-output.ts'
import { MediaVerdict } from '#server/media/media-verdict.ts'
import { renderDescriptor } from '#server/media/render-descriptor.ts'
import { openUpload } from '#server/media/upload-descriptor.ts'

const output = new ChildOutput()
output.say({ type: 'started' })

try {
  await renderDescriptor({ output, ...openUpload(), wish: JSON.parse(process.argv[2] ?? '{}') })
} catch (error) {
  if (!(error instanceof MediaVerdict)) throw error
  output.say({ type: 'verdict', verdict: error.verdict, detail: error.message })
}
// Finalizers of native objects are not worth the risk of running them.
process.exit(0)
