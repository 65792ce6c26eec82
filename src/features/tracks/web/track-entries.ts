import {
  Archive,
  ArchiveRestore,
  ArrowDown,
  ArrowUp,
  CircleCheck,
  Download,
  ExternalLink,
  FolderDown,
  History,
  Layers,
  Link,
  Link2,
  Lock,
  LockOpen,
  Pencil,
  RotateCw,
  Trash2,
  Upload,
} from 'lucide-react'
import { text } from '#web/i18n/text.ts'
import type { ReactNode } from 'react'
import type { MenuEntry } from '#web/ui/menu-entries.ts'
import { stateStrings } from '#web/ui/state.strings.ts'
import type { Track, TrackVersion } from '../tracks.contract.ts'
import { trackStatuses, type TrackStatus } from '../track-statuses.ts'
import { sayCopied } from './say-copied.ts'
import { trackHref } from './track-links.ts'
import { versionBefore } from './track-list.ts'
import { trackStrings } from './tracks.strings.ts'
import type { TrackActions } from './use-track-actions.ts'

/** Files that another feature makes of a version, as entries of menus. */
export interface VersionFiles {
  /** Empty for those who may not download. */
  readonly downloads: readonly MenuEntry[]
  readonly waveform: MenuEntry
  /** Notes as markers, out and in. */
  readonly markers: readonly MenuEntry[]
}

/** What reaches beyond this feature: the page hands it in. */
export interface TrackMenuContext {
  readonly projectId: string
  readonly actions: TrackActions
  readonly mayEdit: boolean
  readonly onUpload: ((trackId?: string, files?: readonly File[]) => void) | undefined
  readonly onDownload: ((track: Track, version: TrackVersion) => void) | undefined
  /** Opens versions of a track side by side, the first being the measure. */
  readonly onCompare?: ((versionIds: readonly string[], trackId: string) => void) | undefined
  /** What people said of a track's current version, in short. */
  readonly standingOf?: ((trackId: string) => ReactNode) | undefined
  readonly filesOf: (track: Track, version: TrackVersion) => VersionFiles
  /** Missing for those who may not share. */
  readonly onShare?: ((trackId: string, versionId?: string) => void) | undefined
}

interface TrackEntryWays {
  readonly onRename: () => void
  /** Moves in album order; missing where there is no room or the list is not in album order. */
  readonly onMove?: { readonly up: (() => void) | undefined; readonly down: (() => void) | undefined } | undefined
  readonly onRemoved?: () => void
  /** The version before the current one, to compare with. */
  readonly before?: TrackVersion | undefined
  /** Left out on the track's own page. */
  readonly withOpen?: boolean
}

/** The menu of a track, the same under its ⋯ and on right click. */
export function trackEntries(
  desk: TrackMenuContext,
  track: Track,
  current: TrackVersion | undefined,
  { onRename, onMove, onRemoved, before, withOpen = true }: TrackEntryWays,
): readonly MenuEntry[] {
  const { projectId, actions, mayEdit, onUpload, onDownload, onShare } = desk
  const href = trackHref(projectId, track.id)
  const archived = track.archivedAt !== null
  return [
    withOpen && { kind: 'link', label: trackStrings.openTrack, icon: ExternalLink, href },
    mayEdit &&
      onUpload &&
      !archived && {
        kind: 'action',
        label: trackStrings.uploadVersion,
        icon: Upload,
        disabled: track.status === 'final',
        onSelect: () => onUpload(track.id),
      },
    current && compareBefore(desk, track, current, before),
    onDownload &&
      current && {
        kind: 'action',
        label: trackStrings.download,
        icon: Download,
        onSelect: () => onDownload(track, current),
      },
    ...(current ? fileEntries(desk, track, current) : []),
    onShare && { kind: 'action', label: trackStrings.share, icon: Link, keys: '.', onSelect: () => onShare(track.id) },
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
          { kind: 'action' as const, label: trackStrings.rename, icon: Pencil, onSelect: onRename },
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

function compareBefore(
  { onCompare }: TrackMenuContext,
  track: Track,
  version: TrackVersion,
  before: TrackVersion | undefined,
): MenuEntry {
  return (
    onCompare &&
    before &&
    version.state === 'ready' && {
      kind: 'action',
      label: text(trackStrings.compareWithBefore, { number: before.number }),
      icon: Layers,
      onSelect: () => onCompare([version.id, before.id], track.id),
    }
  )
}

function fileEntries({ filesOf }: TrackMenuContext, track: Track, version: TrackVersion): readonly MenuEntry[] {
  const { downloads, waveform, markers } = filesOf(track, version)
  return [
    downloads.length > 0 && { kind: 'submenu', label: trackStrings.downloadAs, icon: FolderDown, entries: downloads },
    waveform,
    ...markers,
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

/** The newest is current by itself; pinned, it stays so when a newer one comes. */
export function makeCurrentWords(track: Track, version: TrackVersion): string {
  return track.currentVersionId === version.id ? trackStrings.keepCurrent : trackStrings.makeCurrent
}

interface VersionEntryWays {
  /** The versions of the track, newest first. */
  readonly versions: readonly TrackVersion[]
  readonly onEdit?: (() => void) | undefined
  readonly withOpen?: boolean
}

/** The menu of a version. A final track keeps its versions as they are. */
export function versionEntries(
  desk: TrackMenuContext,
  track: Track,
  version: TrackVersion,
  { versions, onEdit, withOpen = true }: VersionEntryWays,
): readonly MenuEntry[] {
  const { projectId, actions, mayEdit, onDownload, onCompare, onShare } = desk
  const { number, state } = version
  const href = trackHref(projectId, track.id, { versionId: version.id })
  const isChosen = track.pinned && track.currentVersionId === version.id
  const { final } = track
  const before = versionBefore(versions, version)
  return [
    withOpen && { kind: 'link', label: text(trackStrings.openVersion, { number }), icon: ExternalLink, href },
    onCompare &&
      state === 'ready' &&
      track.currentVersionId !== null &&
      track.currentVersionId !== version.id && {
        kind: 'action',
        label: trackStrings.compareWithCurrent,
        icon: Layers,
        onSelect: () => onCompare([track.currentVersionId ?? version.id, version.id], track.id),
      },
    before?.id !== track.currentVersionId && compareBefore(desk, track, version, before),
    onDownload && {
      kind: 'action',
      label: text(trackStrings.downloadVersion, { number }),
      icon: Download,
      onSelect: () => onDownload(track, version),
    },
    ...fileEntries(desk, track, version),
    onShare &&
      state === 'ready' && {
        kind: 'action',
        label: text(trackStrings.shareVersion, { number }),
        icon: Link,
        onSelect: () => onShare(track.id, version.id),
      },
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
