import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

const FILES = '{src,cli,e2e,scripts,bench,trust,fixtures}/**/*.{ts,tsx,js,mjs,css}'
/** `.d.ts` files describe other people's code; the others are named by their tools. */
const NAMED_BY_TOOLS = /\.d\.ts$|(^|\/)tsconfig/
const EXPORTED =
  /^export (?:declare )?(?:default )?(?:async )?(?:abstract )?(interface|type|class|enum|const|function\*?) (\w+)/gm
const TYPE_KINDS: ReadonlySet<string | undefined> = new Set(['interface', 'type', 'class', 'enum'])

/**
 * Duplicate names, one line each: two files or two exported types of one name, and files and exports with a word that
 * docs/glossary.md has retired.
 */
export function doubledNames(): readonly string[] {
  const paths = globSync(FILES).filter((path) => !NAMED_BY_TOOLS.test(path))
  const exported = paths.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(EXPORTED)].map(([, kind, name = '']) => ({ path, kind, name })),
  )
  const retired = retiredWords(readFileSync('docs/glossary.md', 'utf8'))
  return [
    ...twice(paths, (path) => basename(path)).map(
      ({ name, among }) => `Files of one name, ${name}: ${among.join(', ')}`,
    ),
    ...twice(
      exported.filter(({ kind }) => TYPE_KINDS.has(kind)),
      ({ name }) => name,
    ).map(({ name, among }) => `Exported types of one name, ${name}: ${among.map(({ path }) => path).join(', ')}`),
    ...paths.flatMap((path) => retiredIn(basename(path), retired, path)),
    ...exported.flatMap(({ path, name }) => retiredIn(name, retired, `${path}, ${name}`)),
  ]
}

function twice<T>(all: readonly T[], nameOf: (one: T) => string) {
  return [...Map.groupBy(all, nameOf)].flatMap(([name, among]) => (among.length > 1 ? [{ name, among }] : []))
}

/** From the glossary: "Was “live hall”." retires both words in that order, in any spelling. */
export function retiredWords(glossary: string): readonly string[] {
  return [...glossary.matchAll(/\bWas ((?:“[^”]+”(?:, | and )?)+)/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/“([^”]+)”/g)].map(([, word = '']) => word.toLowerCase()),
  )
}

function retiredIn(name: string, retired: readonly string[], where: string): readonly string[] {
  const words = ` ${wordsOf(name).join(' ')} `
  return retired
    .filter((word) => words.includes(` ${word} `))
    .map((word) => `${where}: “${word}” is retired; docs/glossary.md says what is said instead`)
}

/** `liveHall`, `LIVE_HALL` and `live-hall.ts` become `live` and `hall`. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/\.(test|rig|module)?\.?\w+$/, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
}
