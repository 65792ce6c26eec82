import { use } from 'react'

/** What a feature adds at a point: a hook that runs whenever the place renders. */
type Addition<Context, Part> = (context: Context) => Part

export type LoadAddition<Context, Part> = () => Promise<Addition<Context, Part>>

/** One addition as declared in a feature's manifest, before it is joined to its point. */
export interface Contribution {
  readonly join: () => void
  readonly clear: () => void
}

/**
 * A place on a screen to which later features add. The feature that owns the screen declares it and does not know the
 * others; their manifests fill it.
 */
export interface ExtensionPoint<Context, Part> {
  /** Loads the additions. A screen calls this while loading its own code; otherwise `useParts` suspends. */
  readonly load: () => Promise<void>
  /**
   * The additions in feature order. The number never changes, so the index can serve as a React key. Additions are
   * hooks, so call this inside a component.
   */
  readonly useParts: (context: Context) => readonly Part[]
  /** Loaded with the screen. `order` is for a position that differs from feature order; default 0. */
  readonly added: (load: LoadAddition<Context, Part>, order?: number) => Contribution
  /** Small and loaded from the start, for a screen in the first bundle. */
  readonly addedAtOnce: (addition: Addition<Context, Part>, order?: number) => Contribution
}

interface Entry<Context, Part> {
  readonly order: number
  readonly load: LoadAddition<Context, Part>
  addition: Addition<Context, Part> | undefined
}

export function definePoint<Context, Part>(): ExtensionPoint<Context, Part> {
  let entries: readonly Entry<Context, Part>[] = []
  let loading: Promise<void> | undefined
  const isLoaded = () => entries.every(({ addition }) => addition !== undefined)
  const load = () =>
    (loading ??= Promise.all(entries.map(async (entry) => (entry.addition ??= await entry.load()))).then(
      () => undefined,
    ))
  const add = (entry: Entry<Context, Part>): Contribution => ({
    join: () => {
      entries = [...entries, entry].sort((a, b) => a.order - b.order)
      loading = undefined
    },
    clear: () => {
      entries = []
    },
  })
  return {
    load,
    useParts: (context) => {
      // Once loaded, additions stay, so a component calls the same hooks on every render.
      if (!isLoaded()) use(load())
      return entries.flatMap(({ addition }) => (addition ? [addition(context)] : []))
    },
    added: (loadAddition, order = 0) => add({ order, load: loadAddition, addition: undefined }),
    addedAtOnce: (addition, order = 0) => add({ order, load: async () => addition, addition }),
  }
}

/** Call before the first render. Replaces earlier contributions, which matters for hot module replacement. */
export function joinContributions(contributions: readonly Contribution[]): void {
  for (const { clear } of contributions) clear()
  for (const { join } of contributions) join()
}

/** Loads a screen's code together with its additions. */
export async function loadWith<Screen>(
  screen: Promise<Screen>,
  points: readonly { readonly load: () => Promise<void> }[],
): Promise<Screen> {
  const [loaded] = await Promise.all([screen, ...points.map(({ load }) => load())])
  return loaded
}
