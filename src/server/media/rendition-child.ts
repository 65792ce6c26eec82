// The disposable process that makes one rendition of an upload. Descriptor 3 is the file, 4 the output pipe. Argument:
// the MediaRenditionSpec, as JSON. Like media-child.ts it opens no file by name after its start, and may write none.
import { ChildOutput } from '#server/media/child-output.ts'
import { MediaVerdict } from '#server/media/media-verdict.ts'
import { renderDescriptor } from '#server/media/render-descriptor.ts'
import { openUpload } from '#server/media/upload-descriptor.ts'

const output = new ChildOutput()
output.say({ type: 'started' })

try {
  await renderDescriptor({ output, ...openUpload(), spec: JSON.parse(process.argv[2] ?? '{}') })
} catch (error) {
  if (!(error instanceof MediaVerdict)) throw error
  output.say({ type: 'verdict', verdict: error.verdict, detail: error.message })
}
// Exits without running finalizers of native objects, which may crash.
process.exit(0)
