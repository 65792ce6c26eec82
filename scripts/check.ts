import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { generatedPages } from './generated-pages.ts'
import { importTroubles } from './import-drawing.ts'
import { tooLong } from './long-lines.ts'
import { doubledNames } from './one-name.ts'
import { run, step } from './run-step.ts'
import { unusedStrings } from './unused-strings.ts'
import { tooLarge } from './web-sizes.ts'

/**
 * Types, lint, format, imports, names, dead code, page sizes, generated pages. `--write` formats and regenerates pages.
 */
const write = process.argv.includes('--write')
const results = [
  step('Types', () => run('node_modules/typescript/bin/tsc', ['-b'])),
  step('Lint', () => run('node_modules/oxlint/bin/oxlint', ['--deny-warnings'])),
  step(
    'Format',
    () =>
      run('node_modules/prettier/bin/prettier.cjs', [
        write ? '--write' : '--check',
        '--log-level=warn',
        '--cache',
        '--cache-location=.cache/prettier',
        '.',
      ]) && report(tooLong()),
  ),
  step('Imports', () => report(importTroubles())),
  step('Names', () => report(doubledNames())),
  step('Dead code', () => run('node_modules/knip/bin/knip.js', []) && report(unusedStrings())),
  step('Sizes', () => report(tooLarge())),
  step('Generated pages', () => report(Object.entries(generatedPages).flatMap(([path, make]) => stale(path, make())))),
]
process.exit(results.every(Boolean) ? 0 : 1)

function stale(path: string, text: string): readonly string[] {
  if (write) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    return []
  }
  try {
    if (readFileSync(path, 'utf8') === text) return []
  } catch {
    // Reported below as a page that has changed.
  }
  return [`${path} is not current: npm run check -- --write`]
}

function report(problems: readonly string[]): boolean {
  for (const problem of problems) process.stdout.write(`${problem}\n`)
  return problems.length === 0
}
