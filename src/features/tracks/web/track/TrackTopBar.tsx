import { ChevronDown, Ellipsis } from 'lucide-react'
import { formatPastDay } from '#web/i18n/format-date.ts'
import { text } from '#web/i18n/text.ts'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import { phoneQuery, useMedia } from '#web/ui/use-media.ts'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import type { Track, TrackVersion } from '../../tracks.contract.ts'
import { StatusMenu } from './StatusMenu.tsx'
import { makeCurrentWords, trackEntries, type TrackMenuContext } from './track-entries.ts'
import type { ListedTrack } from '../list/track-list.ts'
import { versionHeadline } from '../version-headline.ts'
import { trackStrings } from '../tracks.strings.ts'
import styles from './TrackTopBar.module.css'

interface TrackAsideProps {
  readonly menuContext: TrackMenuContext
  readonly listed: ListedTrack
  readonly version: TrackVersion | undefined
  readonly onVersion: (versionId: string | undefined) => void
}

/** Beside the title: the version and the status. */
export function TrackAside({ menuContext, listed: { track, versions }, version, onVersion }: TrackAsideProps) {
  const phone = useMedia(phoneQuery)
  return (
    <>
      {version && (
        <Menu entries={versionChoices(track, versions, version, menuContext, onVersion)}>
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
            onStatus={menuContext.mayEdit ? (status) => menuContext.actions.setStatus(track, status) : undefined}
          />
        </span>
      )}
    </>
  )
}

/** Newest, pinned as current, or older than the current one. */
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
  { actions, mayEdit, added }: TrackMenuContext,
  onVersion: TrackAsideProps['onVersion'],
): readonly MenuEntry[] {
  const label = (one: TrackVersion) =>
    [
      `v${one.number}`,
      one.label || versionHeadline(one),
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
    ...added.flatMap(({ ofChoice }) => ofChoice?.({ track, versions, version, labelOf: label }) ?? []),
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

interface TrackPageMenuProps {
  readonly menuContext: TrackMenuContext
  readonly listed: ListedTrack
  readonly version: TrackVersion | undefined
  readonly onRename: () => void
  /** Corrects tempo and key. */
  readonly onCorrect: (() => void) | undefined
  readonly onRemoved: () => void
}

/** At the end of the top bar. */
export function TrackPageMenu({ menuContext, listed, version, onRename, onCorrect, onRemoved }: TrackPageMenuProps) {
  const { track, versions } = listed
  const entries = trackEntries(
    menuContext,
    { track, versions, current: version },
    { onRename, onCorrect, onRemoved, withOpen: false },
  )
  return (
    <Menu entries={entries} align="end">
      <IconButton icon={Ellipsis} tipSide="bottom" label={text(trackStrings.trackMenu, { title: track.title })} />
    </Menu>
  )
}
