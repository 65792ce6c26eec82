import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseEnergyGrid } from '#audio/energy-file.ts'
import { loudnessReport } from '#audio/loudness-series.ts'
import { analyse } from '#server/media/analyse-upload.ts'

/**
 * `npm run -s analyse -- FILE…`: one line of JSON per file, in order (docs/formats/analysis.md). The line of an
 * unusable file holds its verdict. Returns exit code 1 if there was one.
 */
async function main(paths: readonly string[]): Promise<number> {
  if (paths.length === 0) {
    process.stderr.write('Usage: npm run -s analyse -- FILE…\n')
    return 2
  }
  const folder = mkdtempSync(join(tmpdir(), 'roughmix-analyse-'))
  let failed = 0
  try {
    for (const path of paths) {
      const line = await lineFor(path, join(folder, 'energy.rmen'))
      if (!line.ok) failed++
      process.stdout.write(`${JSON.stringify({ file: path, ...line })}\n`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return failed > 0 ? 1 : 0
}

async function lineFor(path: string, energy: string) {
  try {
    // npm changes to the project's folder; paths are relative to the folder where it was called.
    const outcome = await analyse({ path: resolve(process.env['INIT_CWD'] ?? '', path), outputs: { energy } })
    if (!outcome.ok) return outcome
    const { loudness, ...rest } = outcome.report
    const grid = parseEnergyGrid(new Uint8Array(readFileSync(energy)).buffer)
    return { ok: true as const, ...loudnessReport(loudness, grid), ...rest }
  } catch (error) {
    return { ok: false as const, verdict: 'unreadable', detail: error instanceof Error ? error.message : String(error) }
  }
}

process.exitCode = await main(process.argv.slice(2))
