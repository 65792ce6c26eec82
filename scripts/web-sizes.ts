import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import * as z from 'zod'

/** What a page may load before it shows: scripts, and their size in kB, compressed. */
const BUDGETS = {
  login: { files: 9, kB: 120 },
  guest: { files: 12, kB: 250 },
  home: { files: 10, kB: 180 },
  project: { files: 12, kB: 223 },
  track: { files: 14, kB: 290 },
} as const
/** Limit for any chunk loaded later. */
const LATER_KB = 70
const folder = 'build/web'

const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    name: z.string().optional(),
    isEntry: z.boolean().optional(),
    imports: z.array(z.string()).optional(),
    dynamicImports: z.array(z.string()).optional(),
    css: z.array(z.string()).optional(),
  }),
)

const PageParts = z.record(z.string(), z.object({ scripts: z.array(z.string()) }))

/** Everything above its limit, as text. A page's total is the entry, its imports, and the page's own chunks. */
export function tooLarge(): readonly string[] {
  const manifest = Manifest.parse(JSON.parse(readFileSync(`${folder}/.vite/manifest.json`, 'utf8')))
  const named = PageParts.parse(JSON.parse(readFileSync(`${folder}/.vite/page-parts.json`, 'utf8')))
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry) ?? ''
  const filesOf = (keys: readonly string[]) => [...reach(manifest, keys)].map((key) => manifest[key]?.file ?? '')
  const problems: string[] = []
  for (const [page, budget] of Object.entries(BUDGETS)) {
    const ours = (named[page]?.scripts ?? []).map((path) => path.slice(1))
    if (ours.length === 0) throw new Error(`No part of the pages is for ${page} (scripts/web-chunks.ts).`)
    const inHtml = new Set([...filesOf([entry]), ...ours])
    const needed = filesOf(Object.keys(manifest).filter((key) => inHtml.has(manifest[key]?.file ?? '')))
    const size = kilobytes([...inHtml])
    process.stdout.write(`${page} loads ${inHtml.size} scripts, ${size.toFixed(1)} kB of ${budget.kB}\n`)
    if (size > budget.kB) problems.push(`${page} loads ${size.toFixed(1)} kB of JavaScript; the budget is ${budget.kB}`)
    if (inHtml.size > budget.files) problems.push(`${page} loads ${inHtml.size} scripts; it may load ${budget.files}`)
    for (const file of needed)
      if (!inHtml.has(file))
        problems.push(`${page} needs ${file}, and its HTML does not name it (scripts/web-chunks.ts)`)
  }
  for (const name of readdirSync(`${folder}/assets`)) {
    const size = name.endsWith('.js') ? kilobytes([`assets/${name}`]) : 0
    // Importing more than types from a contract would bundle the validation library (docs/decisions/0003).
    if (name.endsWith('.js') && readFileSync(`${folder}/assets/${name}`, 'utf8').includes('$ZodType'))
      problems.push(`${name} carries zod: some page imports a value from a contract`)
    if (size > LATER_KB && !/^(react|router|index)/.test(name))
      problems.push(`${name} has ${size.toFixed(1)} kB; a part may have ${LATER_KB}`)
  }
  return problems
}

function reach(manifest: z.infer<typeof Manifest>, from: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const visit = (key: string) => {
    if (seen.has(key)) return
    seen.add(key)
    for (const next of manifest[key]?.imports ?? []) visit(next)
  }
  from.forEach(visit)
  return seen
}

function kilobytes(files: readonly string[]): number {
  return files
    .filter((file) => file.endsWith('.js'))
    .reduce((sum, file) => sum + gzipSync(readFileSync(`${folder}/${file}`), { level: 9 }).length / 1000, 0)
}
