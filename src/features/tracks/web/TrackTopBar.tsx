import { ChevronDown, Download, Ellipsis, Layers, Link, Upload } from 'lucide-react'
import { formatPastDay } from '#web/i18n/format-date.ts'
import { formatBytes } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import type { MenuEntry } from '#web/ui/menu-entries.ts'
import { phoneQuery, useMedia } from '#web/ui/use-media.ts'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import type { Track, TrackVersion } from '../tracks.contract.ts'
import { StatusMenu } from './StatusMenu.tsx'
import { makeCurrentWords, trackEntries, type TrackMenuContext } from './track-entries.ts'
import { versionBefore, type ListedTrack } from './track-list.ts'
import { trackStrings } from './tracks.strings.ts'
import styles from './TrackTopBar.module.css'

interface TrackAsideProps {
  readonly desk: TrackMenuContext
  readonly listed: ListedTrack
  readonly version: TrackVersion | undefined
  readonly onVersion: (versionId: string | undefined) => void
}

/** Beside the title: which version this is, and how far the track is. */
export function TrackAside({ desk, listed: { track, versions }, version, onVersion }: TrackAsideProps) {
  const phone = useMedia(phoneQuery)
  return (
    <>
      {version && (
        <Menu entries={versionChoices(track, versions, version, desk, onVersion)}>
          <button type="button" className={styles.version}>
            <span className={styles.number}>v{version.number}</span>
            {!phone && <span className={styles.standing}>{standing(track, versions, version)}</span>}
            <VisuallyHidden>{trackStrings.switchVersion}</VisuallyHidden>
            <Icon of={ChevronDown} size={14} className={styles.chevron} />
          </button>
        </Menu>
      )}
      {!phone && (
        <span className={styles.status}>
          <StatusMenu
            track={track}
            onStatus={desk.mayEdit ? (status) => desk.actions.setStatus(track, status) : undefined}
          />
        </span>
      )}
    </>
  )
}

/** Newest, pinned as current, or older than what everybody hears. */
function standing(track: Track, versions: readonly TrackVersion[], version: TrackVersion): string {
  if (track.final?.versionId === version.id) return trackStrings.final
  if (track.pinned && track.currentVersionId === version.id) return trackStrings.pinned
  if (version.guestName !== null && track.currentVersionId !== version.id) return trackStrings.proposed
  return versions.find(({ guestName }) => guestName === null)?.id === version.id
    ? trackStrings.newest
    : trackStrings.older
}

function versionChoices(
  track: Track,
  versions: readonly TrackVersion[],
  version: TrackVersion,
  { actions, mayEdit, onCompare }: TrackMenuContext,
  onVersion: TrackAsideProps['onVersion'],
): readonly MenuEntry[] {
  const label = (one: TrackVersion) =>
    [
      `v${one.number}`,
      one.label || one.changelog.split('\n', 1)[0],
      one.id === track.currentVersionId
        ? track.final
          ? trackStrings.final
          : track.pinned
            ? trackStrings.pinned
            : trackStrings.current
        : formatPastDay(one.createdAt),
    ]
      .filter(Boolean)
      .join(' · ')
  return [
    {
      kind: 'choice',
      value: version.id,
      options: versions.map((one) => ({ value: one.id, label: label(one) })),
      onValueChange: (id) => onVersion(id),
    },
    onCompare && version.state === 'ready' && versions.length > 1 && { kind: 'separator' },
    onCompare &&
      version.state === 'ready' &&
      versions.length > 1 && {
        kind: 'submenu',
        label: trackStrings.compareWith,
        icon: Layers,
        entries: versions
          .filter((one) => one.id !== version.id && one.state === 'ready')
          .map((one) => ({
            kind: 'action',
            label: label(one),
            onSelect: () => onCompare([version.id, one.id], track.id),
          })),
      },
    mayEdit && !track.final && { kind: 'separator' },
    mayEdit &&
      !track.final &&
      track.pinned && { kind: 'action', label: trackStrings.follow, onSelect: () => actions.makeCurrent(track, null) },
    mayEdit &&
      !track.final &&
      !(track.pinned && track.currentVersionId === version.id) &&
      version.state === 'ready' && {
        kind: 'action',
        label: makeCurrentWords(track, version),
        onSelect: () => actions.makeCurrent(track, version),
      },
  ]
}

interface TrackActionsBarProps {
  readonly desk: TrackMenuContext
  readonly track: Track
  /** Newest first. */
  readonly versions: readonly TrackVersion[]
  readonly version: TrackVersion | undefined
  readonly onRename: () => void
  readonly onRemoved: () => void
}

/** At the far end of the top bar. */
export function TrackActionsBar({ desk, track, versions, version, onRename, onRemoved }: TrackActionsBarProps) {
  const phone = useMedia(phoneQuery)
  const { onUpload, onDownload, onCompare, onShare, filesOf } = desk
  const files = version && filesOf(track, version)
  const ways: readonly MenuEntry[] =
    files && files.downloads.length > 0
      ? [...files.downloads, files.waveform && { kind: 'separator' }, files.waveform]
      : []
  const statusEntry: readonly MenuEntry[] = trackEntries(desk, track, version, {
    onRename,
    onRemoved,
    withOpen: false,
    before: version && versionBefore(versions, version),
  })
  const mayUpload = onUpload && version && track.archivedAt === null
  const final = track.status === 'final'
  return (
    <>
      {onCompare && version?.state === 'ready' && (
        <Button
          icon={Layers}
          className={classNames(styles.upload, styles.compare)}
          title={trackStrings.compare}
          onClick={() => onCompare(withNeighbour(versions, version), track.id)}
        >
          <span className={styles.words}>{trackStrings.compare}</span>
        </Button>
      )}
      {onShare && !phone && (
        <IconButton
          icon={Link}
          tipSide="bottom"
          label={trackStrings.share}
          keys="."
          onClick={() => onShare(track.id)}
        />
      )}
      {onDownload && version && !phone && (
        <IconButton
          icon={Download}
          tipSide="bottom"
          label={text(trackStrings.downloadTitle, { file: version.fileName, size: formatBytes(version.sizeBytes) })}
          onClick={() => onDownload(track, version)}
        />
      )}
      {version && !phone && ways.length > 0 && (
        <Menu entries={ways} align="end">
          <IconButton
            icon={ChevronDown}
            size="small"
            tipSide="bottom"
            label={text(trackStrings.downloadWays, { number: version.number })}
            className={styles.ways}
          />
        </Menu>
      )}
      {mayUpload && !phone && (
        <span title={final ? trackStrings.finalHint : trackStrings.uploadVersion}>
          <Button icon={Upload} disabled={final} onClick={() => onUpload(track.id)} className={styles.upload}>
            <span className={styles.words}>{trackStrings.uploadVersion}</span>
          </Button>
        </span>
      )}
      <Menu entries={statusEntry} align="end">
        <IconButton icon={Ellipsis} tipSide="bottom" label={text(trackStrings.trackMenu, { title: track.title })} />
      </Menu>
    </>
  )
}

/** The one before it, or else the one after; by itself it is a place to add others to. */
function withNeighbour(versions: readonly TrackVersion[], version: TrackVersion): readonly string[] {
  const ready = versions.filter(({ state }) => state === 'ready')
  const at = ready.findIndex(({ id }) => id === version.id)
  const neighbour = ready[at + 1] ?? ready[at - 1]
  return neighbour ? [version.id, neighbour.id] : [version.id]
}
