import { use } from 'react'

/** What a feature adds at a point: a hook, asked whenever the place is drawn. */
type Addition<Context, Part> = (context: Context) => Part

export type LoadAddition<Context, Part> = () => Promise<Addition<Context, Part>>

/** What a feature states in its manifest: its addition to a point, not joined yet. */
export interface Contribution {
  readonly join: () => void
  readonly clear: () => void
}

/**
 * A place on a screen that features which come later add to. It is declared by the feature that the screen belongs to,
 * which knows none of them, and filled by the manifests of those that do.
 */
export interface ExtensionPoint<Context, Part> {
  /**
   * Fetches what is added here. A screen does so together with its own code; where it has not, `useParts` waits for it.
   */
  readonly load: () => Promise<void>
  /**
   * What is added, in the order of the features: always as many, so that the place of each in the list is its key.
   * Inside a component: additions are hooks.
   */
  readonly useParts: (context: Context) => readonly Part[]
  /**
   * Fetched with the screen. `order` is for a place among others that the order of the features does not give; without
   * one it is 0.
   */
  readonly added: (load: LoadAddition<Context, Part>, order?: number) => Contribution
  /** Small, and there from the beginning: for a screen that is in the first load. */
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
      // Once they are here they stay, so a component asks the same hooks each time.
      if (!isLoaded()) use(load())
      return entries.flatMap(({ addition }) => (addition ? [addition(context)] : []))
    },
    added: (loadAddition, order = 0) => add({ order, load: loadAddition, addition: undefined }),
    addedAtOnce: (addition, order = 0) => add({ order, load: async () => addition, addition }),
  }
}

/** Before anything is drawn. What was joined before is forgotten: a module that changes while it runs joins again. */
export function joinContributions(contributions: readonly Contribution[]): void {
  for (const { clear } of contributions) clear()
  for (const { join } of contributions) join()
}

/** A screen’s code, together with what is added to it. */
export async function loadWith<Screen>(
  screen: Promise<Screen>,
  points: readonly { readonly load: () => Promise<void> }[],
): Promise<Screen> {
  const [loaded] = await Promise.all([screen, ...points.map(({ load }) => load())])
  return loaded
}
