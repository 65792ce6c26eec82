import type { LiveRules } from '#web/live/live-rules.ts'
import { palettePoint, type PaletteAddition, type PalettePlace } from '#web/palette/palette-point.ts'
import type { KeyCommand } from '#web/ui/keys/known-keys.ts'
import type { Contribution, LoadAddition } from './extension-point.ts'

export interface ListedKey extends KeyCommand {
  /** Sorts after the other lines of its group, whichever feature they belong to. */
  readonly isLate?: boolean
}

/**
 * What a feature adds to the browser besides its own screens. Every field is required; a feature with nothing to add
 * says `'nothing'`. Large code, or code for one screen, is loaded on demand.
 */
export interface WebFeature {
  /** The name of the feature's folder. */
  readonly name: string
  /** Which events make which queries stale. */
  readonly live: LiveRules | 'nothing'
  /** Keys that the user can change while the page that binds them is closed. */
  readonly keys: (() => Promise<readonly ListedKey[]>) | 'nothing'
  /** What the palette offers besides the key commands of the open page, which it finds without help. */
  readonly palette: LoadAddition<PalettePlace, PaletteAddition> | 'nothing'
  /** Additions to other features' screens, at their extension points. */
  readonly adds: readonly Contribution[] | 'nothing'
}

export function defineWeb(feature: WebFeature): WebFeature {
  return feature
}

export function contributionsOf({ palette, adds }: WebFeature): readonly Contribution[] {
  return [...(palette === 'nothing' ? [] : [palettePoint.added(palette)]), ...(adds === 'nothing' ? [] : adds)]
}
