import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import * as z from 'zod'
import type { Stage } from './web-chunks.ts'

/** Limits in kB, compressed, for what a page loads before it shows. */
const BUDGETS = { '/': 180, '/login': 120 } as const
/** Limit for any chunk loaded later. */
const LATER_KB = 60
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

/** Everything above its limit, as text. A route's total is the entry, its imports, and the route's own chunk. */
export function tooLarge(): readonly string[] {
  const manifest = Manifest.parse(JSON.parse(readFileSync(`${folder}/.vite/manifest.json`, 'utf8')))
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry) ?? ''
  const problems: string[] = []
  for (const [route, budget] of Object.entries(BUDGETS)) {
    const stage = stageOf[route as keyof typeof BUDGETS]
    const later = Object.keys(manifest).filter((key) => manifest[key]?.name?.split('-').includes(stage))
    if (later.length === 0) throw new Error(`No part of the pages is for ${stage} (scripts/web-sizes.ts).`)
    const parts = reach(manifest, [entry, ...later])
    const size = kilobytes([...parts].map((key) => manifest[key]?.file ?? ''))
    process.stdout.write(`${route} loads ${size.toFixed(1)} kB of ${budget}\n`)
    if (size > budget) problems.push(`${route} loads ${size.toFixed(1)} kB of JavaScript; the budget is ${budget}`)
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

/** Whose chunks a first visit to the route loads (scripts/web-chunks.ts). */
const stageOf: Readonly<Record<keyof typeof BUDGETS, Stage>> = { '/': 'home', '/login': 'login' }

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
