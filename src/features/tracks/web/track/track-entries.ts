import {
  Archive,
  ArchiveRestore,
  ArrowDown,
  ArrowUp,
  CircleCheck,
  ExternalLink,
  History,
  Image,
  Link2,
  Lock,
  LockOpen,
  Music,
  Pencil,
  RotateCw,
  SquareCheck,
  Trash2,
} from 'lucide-react'
import { coverStrings } from '#features/projects/web/cover/cover.strings.ts'
import { text } from '#web/i18n/text.ts'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import { stateStrings } from '#web/ui/ui.strings.ts'
import { type TrackStatus, trackStatuses } from '../../track-statuses.ts'
import type { Track, TrackVersion } from '../../tracks.contract.ts'
import { sayCopied } from '../say-copied.ts'
import { trackHref } from '../track-links.ts'
import type { ListedTrack } from '../list/track-list.ts'
import type { TrackMenuAddition } from '../track-points.ts'
import { musicStrings } from '../music/music.strings.ts'
import { trackStrings } from '../tracks.strings.ts'
import { requestTrackCover } from './track-cover-store.ts'
import type { TrackActions } from './use-track-actions.ts'

export interface TrackMenuContext {
  readonly projectId: string
  readonly actions: TrackActions
  readonly mayEdit: boolean
  /** From other features. */
  readonly added: readonly TrackMenuAddition[]
}

interface TrackEntryWays {
  readonly onRename: () => void
  /** Corrects tempo and key, on the track's own page. */
  readonly onCorrect?: (() => void) | undefined
  /** Moves it in album order; undefined at the ends, or if the list has another order. */
  readonly onMove?: { readonly up: (() => void) | undefined; readonly down: (() => void) | undefined } | undefined
  readonly onRemoved?: () => void
  /** Selects it in its list. */
  readonly onSelect?: (() => void) | undefined
  /** Omitted on the track's own page. */
  readonly withOpen?: boolean
}

/** The menu of a track, from its ⋯ button and on right click. */
export function trackEntries(
  { projectId, actions, mayEdit, added }: TrackMenuContext,
  { track, versions, current }: Pick<ListedTrack, 'track' | 'versions' | 'current'>,
  { onRename, onCorrect, onMove, onRemoved, onSelect, withOpen = true }: TrackEntryWays,
): readonly MenuEntry[] {
  const href = trackHref(projectId, track.id)
  const archived = track.archivedAt !== null
  return [
    withOpen && { kind: 'link', label: trackStrings.openTrack, icon: ExternalLink, href },
    onSelect && { kind: 'action', label: trackStrings.select, icon: SquareCheck, onSelect },
    ...added.flatMap(({ ofTrack }) => ofTrack?.({ track, versions, version: current }) ?? []),
    {
      kind: 'action',
      label: trackStrings.copyLink,
      icon: Link2,
      onSelect: () => void sayCopied(window.location.origin + href, trackStrings.linkCopied),
    },
    ...(mayEdit
      ? [
          { kind: 'separator' as const },
          statusEntry(track.status, (status) => actions.setStatus(track, status)),
          track.final
            ? {
                kind: 'action' as const,
                label: trackStrings.unlockTrack,
                icon: LockOpen,
                onSelect: () => actions.unlockFinal(track),
              }
            : current && {
                kind: 'action' as const,
                label: text(trackStrings.lock, { number: current.number }),
                icon: Lock,
                onSelect: () => actions.lockFinal(track, current),
              },
          {
            kind: 'action' as const,
            label: trackStrings.rename,
            icon: Pencil,
            movesFocus: true,
            ...(withOpen && { keys: 'F2' }),
            onSelect: onRename,
          },
          {
            kind: 'action' as const,
            label: coverStrings.artwork,
            icon: Image,
            onSelect: () => requestTrackCover({ projectId, trackId: track.id }),
          },
          onCorrect && { kind: 'action' as const, label: musicStrings.correct, icon: Music, onSelect: onCorrect },
          onMove?.up && {
            kind: 'action' as const,
            label: trackStrings.moveUp,
            icon: ArrowUp,
            keys: 'Alt ↑',
            onSelect: onMove.up,
          },
          onMove?.down && {
            kind: 'action' as const,
            label: trackStrings.moveDown,
            icon: ArrowDown,
            keys: 'Alt ↓',
            onSelect: onMove.down,
          },
          { kind: 'separator' as const },
          {
            kind: 'action' as const,
            label: archived ? trackStrings.unarchive : trackStrings.archive,
            icon: archived ? ArchiveRestore : Archive,
            onSelect: () => actions.setArchived(track, !archived),
          },
          {
            kind: 'action' as const,
            label: trackStrings.remove,
            icon: Trash2,
            tone: 'danger' as const,
            disabled: track.final !== null,
            onSelect: () => actions.remove(track, onRemoved),
          },
        ]
      : []),
  ]
}

function statusEntry(status: TrackStatus, onStatus: (status: TrackStatus) => void): MenuEntry {
  return { kind: 'submenu', label: trackStrings.setStatus, icon: CircleCheck, entries: statusEntries(status, onStatus) }
}

export function statusEntries(status: TrackStatus, onStatus: (status: TrackStatus) => void): readonly MenuEntry[] {
  const choose = (value: string) => {
    const chosen = trackStatuses.find((one) => one === value)
    if (chosen && chosen !== status) onStatus(chosen)
  }
  return [
    {
      kind: 'choice',
      value: status,
      options: trackStatuses.map((value) => ({ value, label: stateStrings[value] })),
      onValueChange: choose,
    },
  ]
}

/** By default the newest is current; a pinned version stays current when a newer one arrives. */
export function makeCurrentWords(track: Track, version: TrackVersion): string {
  return track.currentVersionId === version.id ? trackStrings.keepCurrent : trackStrings.makeCurrent
}

interface VersionEntryWays {
  /** The versions of the track, newest first. */
  readonly versions: readonly TrackVersion[]
  readonly onEdit?: (() => void) | undefined
  readonly withOpen?: boolean
}

/** The menu of a version. A final track's versions cannot be changed. */
export function versionEntries(
  { projectId, actions, mayEdit, added }: TrackMenuContext,
  track: Track,
  version: TrackVersion,
  { versions, onEdit, withOpen = true }: VersionEntryWays,
): readonly MenuEntry[] {
  const { number, state } = version
  const href = trackHref(projectId, track.id, { versionId: version.id })
  const isChosen = track.pinned && track.currentVersionId === version.id
  const { final } = track
  return [
    withOpen && { kind: 'link', label: text(trackStrings.openVersion, { number }), icon: ExternalLink, href },
    ...added.flatMap(({ ofVersion }) => ofVersion?.({ track, versions, version }) ?? []),
    {
      kind: 'action',
      label: trackStrings.copyLink,
      icon: Link2,
      onSelect: () => void sayCopied(window.location.origin + href, trackStrings.linkCopied),
    },
    ...(mayEdit
      ? [
          { kind: 'separator' as const },
          onEdit && { kind: 'action' as const, label: trackStrings.editVersion, icon: Pencil, onSelect: onEdit },
          state === 'ready' &&
            !isChosen &&
            !final && {
              kind: 'action' as const,
              label: makeCurrentWords(track, version),
              icon: CircleCheck,
              onSelect: () => actions.makeCurrent(track, version),
            },
          isChosen &&
            !final && {
              kind: 'action' as const,
              label: trackStrings.follow,
              icon: CircleCheck,
              onSelect: () => actions.makeCurrent(track, null),
            },
          final
            ? final.versionId === version.id && {
                kind: 'action' as const,
                label: trackStrings.unlockTrack,
                icon: LockOpen,
                onSelect: () => actions.unlockFinal(track),
              }
            : state === 'ready' && {
                kind: 'action' as const,
                label: text(trackStrings.lock, { number }),
                icon: Lock,
                onSelect: () => actions.lockFinal(track, version),
              },
          !final &&
            state !== 'checking' &&
            versions[0]?.id !== version.id && {
              kind: 'action' as const,
              label: text(trackStrings.newestAgain, { number }),
              icon: History,
              onSelect: () => actions.makeNewest(track, version),
            },
          state !== 'checking' && {
            kind: 'action' as const,
            label: trackStrings.analyseAgain,
            icon: RotateCw,
            onSelect: () => actions.analyseAgain(track, version),
          },
          { kind: 'separator' as const },
          {
            kind: 'action' as const,
            label: text(trackStrings.deleteVersion, { number }),
            icon: Trash2,
            tone: 'danger' as const,
            disabled: track.status === 'final',
            onSelect: () => actions.removeVersion(track, version),
          },
        ]
      : []),
  ]
}
