import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { costOfFollowers } from './cost-of-consumers.ts'
import { costOfListening } from './cost-of-listening.ts'
import { costOfPages } from './cost-of-pages.ts'
import { costOfRows } from './cost-of-rows.ts'
import { costOfVersion } from './cost-of-version.ts'
import { type UnitCosts, unitCostsFile } from './growing-arithmetic.ts'
import { analysed, loadProduct } from './load-roughmix.ts'
import { writeBounce } from './load-song.ts'

/**
 * The cost of one unit of each kind: `node bench/unit-costs.ts [rows]`. Real servers on loopback, each figure the
 * median of three rounds; written to bench/unit-costs.json, from which `npm run check -- --write` makes
 * docs/scaling-figures.md.
 */
const rows = Number(process.argv[2] ?? 10_000)
const SONG_SECONDS = 120

const folder = mkdtempSync(join(tmpdir(), 'roughmix-costs-'))
try {
  const loadBefore = Math.round((loadavg()[0] ?? 0) * 10) / 10
  mkdirSync(join(folder, 'files'))
  const song = join(folder, 'song.wav')
  writeBounce(song, SONG_SECONDS)
  const product = await loadProduct({ folder, song, projects: 1, people: 2 })
  try {
    const version = await costOfVersion(product, song, join(folder, 'data', 'files'), analysed)
    console.log(version)
    const listening = await costOfListening(product, folder)
    console.log(listening)
    const pages = await costOfPages(product)
    console.log(pages)
    const stored = await costOfRows(rows)
    console.log(stored)
    const followers = await costOfFollowers()
    console.log(followers)
    const costs: UnitCosts = {
      at: new Date().toISOString().slice(0, 10),
      machine: `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'})`,
      loadBefore,
      songSeconds: SONG_SECONDS,
      rowsCounted: rows,
      version,
      listening,
      pages,
      rows: stored,
      followers,
    }
    writeFileSync(unitCostsFile, `${JSON.stringify(costs, null, 2)}\n`)
  } finally {
    await product.server.stop()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
