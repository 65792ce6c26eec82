import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = join(root, 'src/audio/wasm')
const output = join(root, 'build/analysis.wasm')

/** Compiles the analysis module unless it is newer than all its sources. Takes about 2 s; safe to run concurrently. */
export function buildWasm(): string {
  if (isFresh()) return output
  mkdirSync(dirname(output), { recursive: true })
  const compiler = createRequire(import.meta.url).resolve('assemblyscript/bin/asc.js')
  const unfinished = `${output}.${randomUUID()}`
  const flags = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--initialMemory', '2']
  execFileSync(process.execPath, [compiler, join(sources, 'analysis-pass.ts'), '-o', unfinished, ...flags], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  renameSync(unfinished, output)
  return output
}

function isFresh(): boolean {
  const built = statSync(output, { throwIfNoEntry: false })?.mtimeMs ?? 0
  return readdirSync(sources).every((name) => statSync(join(sources, name)).mtimeMs < built)
}

if (import.meta.main) buildWasm()
