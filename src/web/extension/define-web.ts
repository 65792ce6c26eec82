import type { LiveRules } from '#web/live/live-rules.ts'
import { palettePoint, type PaletteAddition, type PalettePlace } from '#web/palette/palette-point.ts'
import type { KeyCommand } from '#web/ui/keys/known-keys.ts'
import type { Contribution, LoadAddition } from './extension-point.ts'

export interface ListedKey extends KeyCommand {
  /** Later than others of its group, whichever feature these are of. */
  readonly isLate?: boolean
}

/**
 * What a feature brings to the browser beside its own screens. Each question has to be answered: who has nothing to
 * say says so. What is large, or only wanted on one screen, is fetched when it is.
 */
export interface WebFeature {
  /** Of its folder. */
  readonly name: string
  /** Which events make which answers stale. */
  readonly live: LiveRules | 'nothing'
  /** Keys that can be set while the page that binds them is not open. */
  readonly keys: (() => Promise<readonly ListedKey[]>) | 'nothing'
  /** What the palette offers, beside what keys do on the open page: that it finds by itself. */
  readonly palette: LoadAddition<PalettePlace, PaletteAddition> | 'nothing'
  /** To the screens of other features, at their extension points. */
  readonly adds: readonly Contribution[] | 'nothing'
}

export function defineWeb(feature: WebFeature): WebFeature {
  return feature
}

export function contributionsOf({ palette, adds }: WebFeature): readonly Contribution[] {
  return [...(palette === 'nothing' ? [] : [palettePoint.added(palette)]), ...(adds === 'nothing' ? [] : adds)]
}
