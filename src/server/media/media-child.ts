// The disposable process that decodes one upload. Descriptor 3 is the file, 4 the output pipe. Argument: the rendition
// plan. It opens no file by name after its start, and may write none.
import { readFileSync } from 'node:fs'
import { analyseDescriptor } from '#server/media/analyse-descriptor.ts'
import { ChildOutput } from '#server/media/child-output.ts'
import type { RenditionPlan } from '#server/media/child-protocol.ts'
import { MediaVerdict } from '#server/media/media-verdict.ts'
import { openUpload } from '#server/media/upload-descriptor.ts'
import { compileWasm } from '#server/media/wasm-engine.ts'

const PLANS: Readonly<Record<string, RenditionPlan>> = { reuse: 'reuse', encode: 'encode', none: 'none' }

const module = compileWasm(readFileSync(new URL('../../../build/analysis.wasm', import.meta.url)))
const output = new ChildOutput()
output.say({ type: 'started' })

try {
  await analyseDescriptor({ module, output, ...openUpload(), renditionPlan: PLANS[process.argv[2] ?? ''] ?? 'reuse' })
} catch (error) {
  if (!(error instanceof MediaVerdict)) throw error
  output.say({ type: 'verdict', verdict: error.verdict, detail: error.message })
}
// Exits without running finalizers of native objects, which may crash.
process.exit(0)
