import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The texts of `*.strings.ts` that no source file reads, in words: a text that stands in a component as well would be
 * missed by every translation. Tables that are read by a computed key are left out.
 */
export function unusedStrings(root = '.'): readonly string[] {
  const sources = globSync('src/**/*.{ts,tsx}', { cwd: root })
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  const all = sources.map(({ text }) => text).join('\n')
  const read = readNames(all)
  return sources
    .filter(({ path }) => path.endsWith('.strings.ts'))
    .flatMap(({ path, text }) =>
      tablesIn(text)
        .filter(({ name }) => !sources.some((source) => isReadByComputedKey(source.text, name)))
        .flatMap(({ name, keys }) =>
          keys.filter((key) => !read.has(key)).map((key) => `${path}: nobody reads ${name}.${key}`),
        ),
    )
}

interface StringTable {
  readonly name: string
  readonly keys: readonly string[]
}

function tablesIn(text: string): readonly StringTable[] {
  return [...text.matchAll(/^(?:export )?const (\w+) = \{\n([^]*?)^\}/gm)].map(([, name = '', body = '']) => ({
    name,
    keys: [...body.matchAll(/^ {2}(\w+):/gm)].map(([, key = '']) => key),
  }))
}

/** Under its own name, or the one that a file imports it as. */
function isReadByComputedKey(text: string, table: string): boolean {
  if (!text.includes(table)) return false
  const alias = new RegExp(`\\b${table} as (\\w+)`).exec(text)?.[1] ?? table
  return text.includes(`${alias}[`)
}

/** What is read as a property, or taken out of an object by name. */
function readNames(all: string): ReadonlySet<string> {
  const taken = [...all.matchAll(/(?:const|let) \{([^}=]*)\} =/g)].flatMap(
    ([, names = '']) => names.match(/\w+/g) ?? [],
  )
  return new Set([...all.matchAll(/[.](\w+)/g)].map(([, name = '']) => name).concat(taken))
}
