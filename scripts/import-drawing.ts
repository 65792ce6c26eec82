import { existsSync, globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

interface Import {
  readonly from: string
  readonly to: string
}

/** Folders that combine all features, or open the result. */
const TOP = ['src/app/', 'src/admin/', 'src/testing/']
/** Layers from bottom to top: a layer must not import those above it. Tests and their rigs may import everything. */
const WALLS: readonly { readonly rooms: readonly string[]; readonly above: readonly string[] }[] = [
  { rooms: ['src/shared/', 'src/audio/'], above: ['src/server/', 'src/web/', 'src/features/', ...TOP] },
  { rooms: ['src/server/', 'src/web/'], above: ['src/features/', ...TOP] },
  { rooms: ['src/features/'], above: TOP },
]

const SOURCES = ['src', 'e2e', 'trust', 'bench', 'scripts', 'fixtures', 'cli']
/** Imports and exports of values and types, also over several lines, and side-effect imports. */
const STATIC = /^(?:import|export)\b[\w\s{},*$]*?\bfrom '([^']+)'|^import '([^']+)'/gm
const DYNAMIC = /\bimport\(\s*'([^']+)'/g

/** Import errors, one line each: cycles, imports from a higher layer, and features that import later ones. */
export function importTroubles(): readonly string[] {
  const files = SOURCES.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,js,mjs}`))
  const texts = files.map((path) => ({ from: path.replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }))
  const fixed = texts.flatMap(({ from, text }) => importsIn(from, text, STATIC))
  const lazy = texts.flatMap(({ from, text }) => importsIn(from, text, DYNAMIC))
  const upward = [...fixed, ...lazy].filter(isUpward)
  const order = featureOrder()
  return [
    ...unlisted(order),
    ...[...fixed, ...lazy].flatMap((one) => laterFeature(one, order)),
    ...circlesAmong(fixed).map((circle) => `These files import each other in a circle: ${circle.join(' → ')}`),
    ...upward.map(({ from, to }) => `${from} imports ${to}, which lies above it (docs/architecture.md)`),
  ]
}

function importsIn(from: string, text: string, pattern: RegExp): readonly Import[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const to = fileOf(from, match[1] ?? match[2] ?? '')
    return to === undefined ? [] : [{ from, to }]
  })
}

/** Undefined for packages and build output. */
function fileOf(from: string, name: string): string | undefined {
  if (!/^[#.]/.test(name)) return undefined
  const path = name.startsWith('#') ? `src/${name.slice(1)}` : posix.join(posix.dirname(from), name)
  return existsSync(path) ? path : undefined
}

function isUpward({ from, to }: Import): boolean {
  if (/\.(test|rig)\.tsx?$/.test(from)) return false
  const isIn = (path: string) => (room: string) => path.startsWith(room)
  return WALLS.some(({ rooms, above }) => rooms.some(isIn(from)) && above.some(isIn(to)))
}

const LIST = 'src/app/server/features.ts'

/** Parsed instead of imported: a list with a cyclic import could not be loaded, and the error would not say why. */
function featureOrder(): readonly string[] {
  const text = readFileSync(LIST, 'utf8')
  const folders = new Map(
    [...text.matchAll(/import \{ (\w+) \} from '#features\/([\w-]+)\//g)].map(([, name, folder]) => [name, folder]),
  )
  const listed = text.slice(text.indexOf('export const features'))
  return [...listed.matchAll(/^ {2}(\w+),$/gm)].map(([, name = '']) => folders.get(name) ?? name)
}

function unlisted(order: readonly string[]): readonly string[] {
  const folders = globSync('src/features/*/').map((path) => path.split(/[/\\]/)[2] ?? '')
  return folders
    .filter((folder) => !order.includes(folder))
    .map((folder) => `src/features/${folder} is not in ${LIST}, which says what it may build on`)
}

/** For server, contract and web files, and their tests. */
function laterFeature({ from, to }: Import, order: readonly string[]): readonly string[] {
  const [own, other] = [from, to].map((path) => order.indexOf(/^src\/features\/([\w-]+)\//.exec(path)?.[1] ?? ''))
  if (own === undefined || other === undefined || own === -1 || other <= own) return []
  return [`${from} imports ${to}, a later feature by the order of ${LIST}`]
}

/** Cycles that share no file, each the shortest one from its first file; fix these to see others. */
function circlesAmong(imports: readonly Import[]): readonly (readonly string[])[] {
  const next = Map.groupBy(imports, ({ from }) => from)
  const seen = new Set<string>()
  return [...next.keys()].flatMap((file) => {
    if (seen.has(file)) return []
    const circle = wayBack(file, next)
    const isOfKnown = circle.some((one) => seen.has(one))
    for (const one of circle) seen.add(one)
    return circle.length === 0 || isOfKnown ? [] : [circle]
  })
}

function wayBack(file: string, next: ReadonlyMap<string, readonly Import[]>): readonly string[] {
  const cameFrom = new Map<string, string>()
  const queue = [file]
  for (const from of queue) {
    for (const { to } of next.get(from) ?? []) {
      if (to === file) return [...wayTo(from, cameFrom), file]
      if (cameFrom.has(to)) continue
      cameFrom.set(to, from)
      queue.push(to)
    }
  }
  return []
}

function wayTo(file: string, cameFrom: ReadonlyMap<string, string>): readonly string[] {
  const before = cameFrom.get(file)
  return before === undefined ? [file] : [...wayTo(before, cameFrom), file]
}
