import { closenessOf, closenessOrder, fuzzyRanked, namesIt } from '../fuzzy-match.ts'
import type { PaletteGroup, PaletteItem } from '#web/palette/palette-items.ts'

/** The items that match the typed text, the best first. */
export function rankedItems(items: readonly PaletteItem[], typed: string, most: number): readonly PaletteItem[] {
  return fuzzyRanked(
    items.filter(({ label, kind }) => kind !== 'deliberate' || typed === '' || namesIt(label, typed)),
    typed,
    ({ label }) => label,
  ).slice(0, most)
}

/**
 * Groups by their best item, otherwise in their order: an exact title comes before a command that only contains the
 * letters.
 */
export function rankedGroups(groups: readonly PaletteGroup[], typed: string): readonly PaletteGroup[] {
  if (typed === '') return groups
  const ranked = groups.map(({ label, items }) => ({
    label,
    items: items.map((item) => ({ item, rank: rankOf(item, typed) })).sort((a, b) => a.rank - b.rank),
  }))
  return ranked
    .sort((a, b) => (a.items[0]?.rank ?? 0) - (b.items[0]?.rank ?? 0))
    .map(({ label, items }) => ({ label, items: items.map(({ item }) => item) }))
}

/** Whether no result of the pending search can come before the item. */
export function isSettled(item: PaletteItem, typed: string): boolean {
  return rankOf(item, typed) === 0
}

function rankOf({ label, kind }: PaletteItem, typed: string): number {
  // A server result may match by other text than its title; it still counts as a match.
  const rank = closenessOrder.indexOf(closenessOf(label, typed) ?? 'within')
  // A command named exactly like a title comes after it, a deliberate one after every title.
  if (kind === 'deliberate') return Math.max(rank, closenessOrder.indexOf('within') + 0.5)
  return kind === 'command' && rank === 0 ? 0.5 : rank
}
