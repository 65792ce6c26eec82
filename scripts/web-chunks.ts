import { globSync } from 'node:fs'
import { basename, resolve } from 'node:path'

const MAIN = 'main.tsx'

/**
 * What is opened, in the order in which people get there, and which lazily loaded files that needs. Each file of code
 * goes into one chunk with all others that the same stages need: small chunks compress badly, and each costs a request
 * and a compilation.
 */
const stages = {
  /** Every page. */
  base: [MAIN],
  login: ['LoginScreen.tsx'],
  guest: ['ShareScreen.tsx'],
  /** The frame of every signed-in page, and the list of projects. */
  home: ['main-gate.ts', 'home-loader.ts', 'MainLayout.tsx', 'HomeScreen.tsx'],
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
    'register-worker.ts',
  ],
  project: [
    'ProjectScreen.tsx',
    'TracksTab.tsx',
    'activity-on-project.tsx',
    'approvals-on-tracks.tsx',
    'compare-on-tracks.tsx',
    'files-on-tracks.tsx',
    'markers-on-tracks.ts',
    'share-on-tracks.tsx',
    'tasks-on-project.tsx',
    'tracks-on-project.tsx',
  ],
  sound: ['PlayerBar.tsx', 'player.ts', 'quality-keeper.ts'],
  track: ['StageLane.tsx', 'MeterColumn.tsx', 'TrackSlot.tsx'],
  writing: [
    'ApprovalBar.tsx',
    'NotesPanel.tsx',
    'TaskDialog.tsx',
    'notes-on-track-page.tsx',
    'sections-on-track-page.tsx',
    'tasks-on-track-page.tsx',
  ],
} satisfies Readonly<Record<string, readonly string[]>>

export type Stage = keyof typeof stages

/** Stages that all pages of signed-in people come through, one after another: a file belongs to the first. */
const signedIn = ['home', 'frame', 'project', 'sound', 'track', 'writing'] as const

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[]; readonly code: string | null } | null
}

/** @returns for a module's id the name of its chunk, which tells its stages; null if it belongs to no stage */
export function chunkNames(): (id: string, graph: ModuleGraph) => string | null {
  let reached: ReadonlyMap<Stage, ReadonlySet<string>> | undefined
  return (id, graph) => {
    // The page's own script stays alone, and names the rest.
    if (basename(id) === MAIN) return null
    reached ??= reachOfStages(graph)
    const isIn = (stage: Stage) => reached?.get(stage)?.has(id) ?? false
    const first = signedIn.find(isIn)
    if (isIn('base') || (isIn('login') && (isIn('guest') || first))) return 'base'
    const names = [...(['login', 'guest'] as const).filter(isIn), ...(first ? [first] : [])]
    return names.length === 0 ? null : names.join('-')
  }
}

function reachOfStages(graph: ModuleGraph): ReadonlyMap<Stage, ReadonlySet<string>> {
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
  return new Map(Object.entries(stages).map(([stage, names]) => [stage as Stage, reachOf(names)]))
}

const ICONS = /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]lucide-react\.mjs$/

/** Of the icons only those that it names: their package exports all of them in one module. */
function importsOf(graph: ModuleGraph, id: string): readonly string[] {
  const { importedIds = [], code } = graph.getModuleInfo(id) ?? {}
  return importedIds.flatMap((imported) => (ICONS.test(imported) ? iconsOf(graph, imported, code ?? '') : [imported]))
}

function iconsOf(graph: ModuleGraph, all: string, code: string): readonly string[] {
  const { importedIds = [], code: exported } = graph.getModuleInfo(all) ?? {}
  const named = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/.exec(code)?.[1] ?? ''
  return named.split(',').flatMap((name) => {
    const [own = ''] = name.trim().split(/\s/)
    const file = new RegExp(`[ ,]as ${own}\\b[^;]*/icons/([a-z0-9-]+\\.mjs)`).exec(exported ?? '')?.[1]
    return importedIds.filter((icon) => icon.endsWith(`/icons/${file}`))
  })
}
