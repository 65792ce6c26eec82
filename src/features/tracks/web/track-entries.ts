import { Archive, ArchiveRestore, ArrowDown, ArrowUp, CircleCheck, Download, ExternalLink, FolderDown, Layers, Link, Link2, Pencil, RotateCw, Trash2, Upload } from 'lucide-react'
import { text } from '#web/i18n/text.ts'
import type { MenuEntry } from '#web/ui/menu-entries.ts'
import { stateStrings } from '#web/ui/state.strings.ts'
import type { Track, TrackVersion } from '../tracks.contract.ts'
import { trackStatuses, type TrackStatus } from '../track-statuses.ts'
import { sayCopied } from './say-copied.ts'
import { trackHref } from './track-links.ts'
import { trackStrings } from './tracks.strings.ts'
import type { TrackActions } from './use-track-actions.ts'

/** Files that another feature makes of a version, as entries of menus. */
export interface VersionFiles {
  /** Empty for those who may not download. */
  readonly downloads: readonly MenuEntry[]
  readonly waveform: MenuEntry
}

/** What reaches beyond this feature: the page hands it in. */
export interface TrackDesk {
  readonly projectId: string
  readonly actions: TrackActions
  readonly mayEdit: boolean
  readonly onUpload: ((trackId?: string, files?: readonly File[]) => void) | undefined
  readonly onDownload: ((track: Track, version: TrackVersion) => void) | undefined
  /** Missing for those who may not share. */
  readonly onShare?: ((trackId: string, versionId?: string) => void) | undefined
  /** On the track's own page. */
  readonly onCompare?: ((versionIds: readonly string[]) => void) | undefined
  readonly filesOf: (track: Track, version: TrackVersion) => VersionFiles
}

interface TrackEntryWays {
  readonly onRename: () => void
  /** Moves in album order; missing where there is no room or the list is not in album order. */
  readonly onMove?: { readonly up: (() => void) | undefined, readonly down: (() => void) | undefined } | undefined
  readonly onRemoved?: () => void
  /** Left out on the track's own page. */
  readonly withOpen?: boolean
}

/** The menu of a track, the same under its ⋯ and on right click. */
export function trackEntries(desk: TrackDesk, track: Track, current: TrackVersion | undefined, { onRename, onMove, onRemoved, withOpen = true }: TrackEntryWays): readonly MenuEntry[] {
  const { projectId, actions, mayEdit, onUpload, onDownload, onShare } = desk
  const href = trackHref(projectId, track.id)
  const archived = track.archivedAt !== null
  return [
    withOpen && { kind: 'link', label: trackStrings.openTrack, icon: ExternalLink, href },
    mayEdit && onUpload && !archived && { kind: 'action', label: trackStrings.uploadVersion, icon: Upload, disabled: track.status === 'final', onSelect: () => onUpload(track.id) },
    onDownload && current && { kind: 'action', label: trackStrings.download, icon: Download, onSelect: () => onDownload(track, current) },
    ...(current ? fileEntries(desk, track, current) : []),
    onShare && { kind: 'action', label: trackStrings.share, icon: Link, keys: '.', onSelect: () => onShare(track.id) },
    { kind: 'action', label: trackStrings.copyLink, icon: Link2, onSelect: () => void sayCopied(window.location.origin + href, trackStrings.linkCopied) },
    ...(mayEdit ? [
      { kind: 'separator' as const },
      statusEntry(track.status, (status) => actions.setStatus(track, status)),
      { kind: 'action' as const, label: trackStrings.rename, icon: Pencil, onSelect: onRename },
      onMove?.up && { kind: 'action' as const, label: trackStrings.moveUp, icon: ArrowUp, keys: 'Alt ↑', onSelect: onMove.up },
      onMove?.down && { kind: 'action' as const, label: trackStrings.moveDown, icon: ArrowDown, keys: 'Alt ↓', onSelect: onMove.down },
      { kind: 'separator' as const },
      { kind: 'action' as const, label: archived ? trackStrings.unarchive : trackStrings.archive, icon: archived ? ArchiveRestore : Archive, onSelect: () => actions.setArchived(track, !archived) },
      { kind: 'action' as const, label: trackStrings.remove, icon: Trash2, tone: 'danger' as const, onSelect: () => actions.remove(track, onRemoved) },
    ] : []),
  ]
}

function fileEntries({ filesOf }: TrackDesk, track: Track, version: TrackVersion): readonly MenuEntry[] {
  const { downloads, waveform } = filesOf(track, version)
  return [downloads.length > 0 && { kind: 'submenu', label: trackStrings.downloadAs, icon: FolderDown, entries: downloads }, waveform]
}

function statusEntry(status: TrackStatus, onStatus: (status: TrackStatus) => void): MenuEntry {
  return { kind: 'submenu', label: trackStrings.setStatus, icon: CircleCheck, entries: statusEntries(status, onStatus) }
}

export function statusEntries(status: TrackStatus, onStatus: (status: TrackStatus) => void): readonly MenuEntry[] {
  const choose = (value: string) => {
    const chosen = trackStatuses.find((one) => one === value)
    if (chosen && chosen !== status) onStatus(chosen)
  }
  return [{ kind: 'choice', value: status, options: trackStatuses.map((value) => ({ value, label: stateStrings[value] })), onValueChange: choose }]
}

/** The newest is current by itself; pinned, it stays so when a newer one comes. */
export function makeCurrentWords(track: Track, version: TrackVersion): string {
  return track.currentVersionId === version.id ? trackStrings.keepCurrent : trackStrings.makeCurrent
}

interface VersionEntryWays {
  readonly onEdit?: (() => void) | undefined
  readonly withOpen?: boolean
}

/** The menu of a version. A final track keeps its versions as they are. */
export function versionEntries(desk: TrackDesk, track: Track, version: TrackVersion, { onEdit, withOpen = true }: VersionEntryWays): readonly MenuEntry[] {
  const { projectId, actions, mayEdit, onDownload, onCompare, onShare } = desk
  const { number, state } = version
  const href = trackHref(projectId, track.id, { versionId: version.id })
  const isChosen = track.pinned && track.currentVersionId === version.id
  return [
    withOpen && { kind: 'link', label: text(trackStrings.openVersion, { number }), icon: ExternalLink, href },
    onCompare && state === 'ready' && track.currentVersionId !== null && track.currentVersionId !== version.id && { kind: 'action', label: trackStrings.compareWithCurrent, icon: Layers, onSelect: () => onCompare([track.currentVersionId ?? version.id, version.id]) },
    onDownload && { kind: 'action', label: text(trackStrings.downloadVersion, { number }), icon: Download, onSelect: () => onDownload(track, version) },
    ...fileEntries(desk, track, version),
    onShare && state === 'ready' && { kind: 'action', label: text(trackStrings.shareVersion, { number }), icon: Link, onSelect: () => onShare(track.id, version.id) },
    { kind: 'action', label: trackStrings.copyLink, icon: Link2, onSelect: () => void sayCopied(window.location.origin + href, trackStrings.linkCopied) },
    ...(mayEdit ? [
      { kind: 'separator' as const },
      onEdit && { kind: 'action' as const, label: trackStrings.editVersion, icon: Pencil, onSelect: onEdit },
      state === 'ready' && !isChosen && { kind: 'action' as const, label: makeCurrentWords(track, version), icon: CircleCheck, onSelect: () => actions.makeCurrent(track, version) },
      isChosen && { kind: 'action' as const, label: trackStrings.follow, icon: CircleCheck, onSelect: () => actions.makeCurrent(track, null) },
      state !== 'checking' && { kind: 'action' as const, label: trackStrings.analyseAgain, icon: RotateCw, onSelect: () => actions.analyseAgain(track, version) },
      { kind: 'separator' as const },
      { kind: 'action' as const, label: text(trackStrings.deleteVersion, { number }), icon: Trash2, tone: 'danger' as const, disabled: track.status === 'final', onSelect: () => actions.removeVersion(track, version) },
    ] : []),
  ]
}
