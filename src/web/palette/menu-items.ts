import { CircleUserRound, Zap, type LucideIcon } from 'lucide-react'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import type { PaletteItem } from './palette-items.ts'

/**
 * A menu's entries as palette items. `icon` is for values to choose from, which are listed under the menu's last
 * heading.
 */
export function menuItems(
  entries: readonly MenuEntry[],
  icon: LucideIcon,
  go: (href: string) => void,
): readonly PaletteItem[] {
  return entries.flatMap((entry, i) => {
    const heading = entries.slice(0, i).findLast((one) => one && one.kind === 'heading')
    return entry
      ? entryItems(entry, { icon, detail: heading && heading.kind === 'heading' ? heading.label : undefined }, go)
      : []
  })
}

function entryItems(
  entry: Exclude<MenuEntry, false | null | undefined>,
  choice: Pick<PaletteItem, 'icon' | 'detail'>,
  go: (href: string) => void,
): readonly PaletteItem[] {
  if (entry.kind === 'link')
    return [
      {
        id: `menu-${entry.href}`,
        label: entry.label,
        icon: entry.icon ?? CircleUserRound,
        kind: 'command',
        run: () => go(entry.href),
      },
    ]
  if (entry.kind === 'action')
    return [
      {
        id: `menu-${entry.label}`,
        label: entry.label,
        icon: entry.icon ?? Zap,
        kind: entry.tone === 'danger' || entry.isDeliberate ? 'deliberate' : 'command',
        run: entry.onSelect,
      },
    ]
  if (entry.kind === 'choice')
    return entry.options
      .filter(({ value }) => value !== entry.value)
      .map(({ value, label }) => ({
        id: `choice-${value}`,
        label,
        ...choice,
        kind: 'command',
        run: () => entry.onValueChange(value),
      }))
  return []
}
