import { Ban, CalendarClock, CircleCheck, Hourglass, type LucideIcon, UsersRound } from 'lucide-react'
import { foldText } from '#shared/fold-text.ts'
import { formatDate } from '#web/i18n/format-date.ts'
import { text } from '#web/i18n/text.ts'
import type { ChipTone } from '#web/ui/mark/Chip.tsx'
import type { Share } from '../shares.contract.ts'
import { shareStrings as strings } from './shares.strings.ts'

/** The name that the owner gave to a link's recipient. */
export function nameOfShare({ person, label }: Pick<Share, 'person' | 'label'>): string {
  return person ?? (label === '' ? strings.anyone : label)
}

/** What the link opens, in a few words. */
export function reachWords({ what, titles, versionNumber }: Pick<Share, 'what' | 'titles' | 'versionNumber'>): string {
  if (what.kind === 'project') return what.latestOnly ? strings.projectNewest : strings.project
  if (what.kind === 'version') return text(strings.oneVersion, { track: titles[0] ?? '', number: versionNumber ?? 0 })
  const tracks = titles.length === 1 ? (titles[0] ?? '') : text(strings.tracksCount, { count: what.trackIds.length })
  return what.latestOnly ? text(strings.newest, { tracks }) : tracks
}

/** More than its address is needed to open it. */
export function isGuarded({ hasPassword, addresses }: Pick<Share, 'hasPassword' | 'addresses'>): boolean {
  return hasPassword || addresses != null
}

/** It lets in nobody who has not opened it before. */
export function isUsedUp({ mostOpens, visits = 0 }: Pick<Share, 'mostOpens' | 'visits'>): boolean {
  return mostOpens != null && visits >= mostOpens
}

/** As the list shows them: a link that lets in nobody new is not simply active. */
type ShownState = Share['state'] | 'used-up'

export const stateTones: Readonly<Record<ShownState, ChipTone>> = {
  working: 'verified',
  'used-up': 'warning',
  'not-yet': 'open',
  expired: 'warning',
  revoked: 'outline',
}

export const stateIcon: Readonly<Record<ShownState, LucideIcon>> = {
  'used-up': UsersRound,
  working: CircleCheck,
  'not-yet': CalendarClock,
  expired: Hourglass,
  revoked: Ban,
}

/** When the state changes automatically, or did. */
export function stateDate({
  state,
  expiresAt,
  startsAt,
}: Pick<Share, 'state' | 'expiresAt' | 'startsAt'>): string | undefined {
  if (state === 'not-yet' && startsAt !== null) return text(strings.from, { date: formatDate(startsAt) })
  return state !== 'revoked' && expiresAt !== null ? text(strings.until, { date: formatDate(expiresAt) }) : undefined
}

export function percentOf(furthest: number | null): string {
  return furthest === null ? '–' : text(strings.percent, { percent: Math.round(furthest * 100) })
}

export interface ShareFilter {
  readonly find: string
  readonly state: Share['state'] | 'any'
  readonly projectId: string
}

export const everyShare: ShareFilter = { find: '', state: 'any', projectId: 'any' }

export function filterShares(shares: readonly Share[], { find, state, projectId }: ShareFilter): readonly Share[] {
  const letters = foldText(find.trim())
  return shares.filter(
    (share) =>
      (state === 'any' || share.state === state) &&
      (projectId === 'any' || share.projectId === projectId) &&
      [nameOfShare(share), share.label, share.projectName, reachWords(share), ...share.titles].some((one) =>
        foldText(one).includes(letters),
      ),
  )
}
