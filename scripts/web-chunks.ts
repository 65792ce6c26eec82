import { globSync } from 'node:fs'
import { basename, resolve } from 'node:path'

const MAIN = 'main.tsx'

/**
 * What is opened, and which lazily loaded files that needs before it shows. Each file of code goes into one chunk with
 * all others that the same stages need: small chunks compress badly, and each costs a request and a compilation.
 */
const stages = {
  /** Every page. */
  base: [MAIN],
  login: ['LoginScreen.tsx'],
  guest: ['GuestNotes.tsx', 'ShareScreen.tsx'],
  /** The frame of every signed-in page, and the list of projects. */
  home: ['main-gate.ts', 'home-loader.ts', 'MainLayout.tsx', 'HomeScreen.tsx'],
  project: ['ProjectScreen.tsx', 'TrackViews.tsx', ...contributions(/-(?:on-project|on-tracks|in-list)\.tsx?$/)],
  track: [
    'NotesPanel.tsx',
    'ProjectScreen.tsx',
    'StageLane.tsx',
    'TrackSlot.tsx',
    ...contributions(/-(?:on-project|on-tracks|on-track-page)\.tsx?$/),
  ],
  /** What the frame asks for once it stands. */
  frame: [
    'KeysDialog.tsx',
    'MenuContent.tsx',
    'OutboxSlot.tsx',
    'PaletteSlot.tsx',
    'PlayerSlot.tsx',
    'PresenceSlot.tsx',
    'PushKeeper.tsx',
    'ToastRegion.tsx',
    'TooltipContent.tsx',
    'TransfersSlot.tsx',
    'markers.palette.ts',
  ],
  sound: ['MeterColumn.tsx', 'PlayerBar.tsx', 'player.ts', 'quality-keeper.ts'],
  writing: ['ApprovalBar.tsx', 'FindingsPanel.tsx', 'TaskSide.tsx', 'TrackTasks.tsx', 'VersionsPanel.tsx'],
} satisfies Readonly<Record<string, readonly string[]>>

type Stage = keyof typeof stages

/** What features add to a page is named for the page, so that none is forgotten here. */
function contributions(name: RegExp): readonly string[] {
  return globSync('src/features/*/web/*')
    .map((path) => basename(path))
    .filter((file) => name.test(file))
}

/**
 * Stages of signed-in people, in the order in which they get there: a file belongs to the first that needs it.
 * `opened` is what a project and a track both need.
 */
const signedIn = ['home', 'opened', 'project', 'track', 'frame', 'sound', 'writing'] as const

/** What each page needs before it shows, of the names in chunks' names. */
const pageStages = {
  login: ['login'],
  guest: ['guest'],
  home: ['home'],
  project: ['home', 'opened', 'project'],
  track: ['home', 'opened', 'track'],
} as const

/** The pages that need the chunk of this name before they show. What guests need as well is called `guest-…`. */
export function pagesOfChunk(name: string): readonly (keyof typeof pageStages)[] {
  const parts = name.split('-')
  const isOurs = parts.every((part) => part === 'opened' || Object.hasOwn(stages, part))
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  return Object.entries(pageStages).flatMap(([page, needed]) =>
    isOurs && needed.some((stage) => stage === last || stage === first) ? [page as keyof typeof pageStages] : [],
  )
}

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[]; readonly code: string | null } | null
}

/** Of these stages guests share too little for a chunk; where that goes instead. */
const LITTLE: ReadonlyMap<string, string> = new Map([
  ['project', 'opened'],
  ['sound', 'frame'],
  ['writing', 'frame'],
])

type Reach = ReadonlyMap<Stage | 'opened', ReadonlySet<string>>

/** @returns for a module's id the name of its chunk, which tells its stages; null if it belongs to no stage */
export function chunkNames(): (id: string, graph: ModuleGraph) => string | null {
  let reached: Reach | undefined
  return (id, graph) => {
    // The page's own script stays alone, and names the rest.
    if (basename(id) === MAIN) return null
    reached ??= reachOfStages(graph)
    const isIn = (stage: Stage | 'opened') => reached?.get(stage)?.has(id) ?? false
    const first = signedIn.find(isIn)
    if (isIn('base') || (isIn('login') && (isIn('guest') || first))) return 'base'
    const others = (['login', 'guest'] as const).filter(isIn)
    const shared = first && others.includes('guest') ? (LITTLE.get(first) ?? first) : first
    const names = [...others, ...(shared ? [shared] : [])]
    return names.length === 0 ? null : names.join('-')
  }
}

function reachOfStages(graph: ModuleGraph): Reach {
  const files = globSync('src/**/*.{ts,tsx}').map((path) => resolve(path).replaceAll('\\', '/'))
  const idOf = (name: string) => {
    const found = files.find((path) => basename(path) === name)
    if (!found || !graph.getModuleInfo(found)) throw new Error(`No page loads ${name} (scripts/web-chunks.ts).`)
    return found
  }
  const reachOf = (names: readonly string[]) => {
    const reached = new Set<string>()
    const waiting = names.map(idOf)
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (reached.has(id)) continue
      reached.add(id)
      waiting.push(...importsOf(graph, id))
    }
    return reached
  }
  // The gallery of controls is a page of its own.
  const main = files.find((path) => basename(path) === MAIN)
  if (!main || !graph.getModuleInfo(main)) return new Map()
  const reached = new Map<Stage | 'opened', ReadonlySet<string>>(
    Object.entries(stages).map(([stage, names]) => [stage as Stage, reachOf(names)]),
  )
  return reached.set('opened', reachOfBoth(reached.get('project'), reached.get('track')))
}

function reachOfBoth(some: ReadonlySet<string> = new Set(), others: ReadonlySet<string> = new Set()) {
  return new Set([...some].filter((id) => others.has(id)))
}

/** Packages that export everything in one module: what a file imports from it is only what it names. */
const BARRELS = [
  {
    isBarrel: /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]lucide-react\.mjs$/,
    names: /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/,
    /** Where the barrel has it from. */
    source: (name: string) => new RegExp(`[ ,]as ${name}\\b[^;]*(/icons/[a-z0-9-]+\\.mjs)`),
  },
  {
    isBarrel: /[\\/]radix-ui[\\/]dist[\\/]index\.mjs$/,
    names: /import\s*\{([^}]*)\}\s*from\s*["']radix-ui["']/,
    source: (name: string) => new RegExp(`\\* as ${name} from ["']@radix-ui(/react-[a-z-]+)["']`),
  },
]

function importsOf(graph: ModuleGraph, id: string): readonly string[] {
  const { importedIds = [], code } = graph.getModuleInfo(id) ?? {}
  return importedIds.flatMap((imported) => {
    const barrel = BARRELS.find(({ isBarrel }) => isBarrel.test(imported))
    if (!barrel) return [imported]
    const exported = graph.getModuleInfo(imported)
    const named = barrel.names.exec(code ?? '')?.[1] ?? ''
    return named.split(',').flatMap((name) => {
      const [own = ''] = name.trim().split(/\s/)
      const file = own && barrel.source(own).exec(exported?.code ?? '')?.[1]
      return file
        ? (exported?.importedIds.filter((part) => part.replaceAll('\\', '/').includes(endOf(file))) ?? [])
        : []
    })
  })
}

/** A package's folder ends where its name does. */
function endOf(file: string): string {
  return file.endsWith('.mjs') ? file : `${file}/`
}
