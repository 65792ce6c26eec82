import { Ellipsis } from 'lucide-react'
import { Fragment } from 'react'
import { formatDuration } from '#web/i18n/format-duration.ts'
import { text } from '#web/i18n/text.ts'
import { TrackFaces } from '#web/presence/TrackFaces.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { ContextMenu } from '#web/ui/menu/ContextMenu.tsx'
import { LongList } from '#web/ui/list/LongList.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import { TrackStatus } from '#web/ui/mark/TrackStatus.tsx'
import { UiLink } from '#web/ui/frame/UiLink.tsx'
import { VersionBadge } from '#web/ui/mark/VersionBadge.tsx'
import { RelativeTime } from '#web/ui/mark/RelativeTime.tsx'
import { livePersonOf } from '../people-names.ts'
import { PlayNumber } from '../player/PlayNumber.tsx'
import { trackEntries } from '../track/track-entries.ts'
import { trackHref } from '../track-links.ts'
import { moveTo, updatedAt, type ListedTrack } from './track-list.ts'
import { ArrivingItem } from './ArrivingRow.tsx'
import { TrackWave } from './TrackRow.tsx'
import { trackStrings } from '../tracks.strings.ts'
import type { TrackRowsProps } from './TracksTable.tsx'
import { useTrackSound } from '../stage/use-track-sound.ts'
import styles from './TracksList.module.css'

/** For phones: name, version and length; status and day; the wave. The menu changes the order. */
export function TracksList(props: TrackRowsProps) {
  const { tracks, newTracks, movable, menuContext } = props
  const ids = tracks.map(({ track }) => track.id)
  return (
    <section aria-label={trackStrings.table}>
      <LongList
        items={tracks.map((listed) => ({ id: listed.track.id, listed }))}
        rowHeight={usualHeightPx}
        className={styles.list}
      >
        {({ id, listed }, index) => {
          const step = (to: number) =>
            movable && ids[to] !== undefined ? () => menuContext.actions.reorder(moveTo(ids, id, to)) : undefined
          return (
            <TrackItem key={id} {...props} listed={listed} onMove={{ up: step(index - 1), down: step(index + 1) }} />
          )
        }}
      </LongList>
      {newTracks.length > 0 && (
        <ul className={styles.list}>
          {newTracks.map((arrival) => (
            <ArrivingItem key={arrival.id} arrival={arrival} />
          ))}
        </ul>
      )}
    </section>
  )
}

const usualHeightPx = 84

interface TrackItemProps extends TrackRowsProps {
  readonly listed: ListedTrack
  readonly onMove: { readonly up: (() => void) | undefined; readonly down: (() => void) | undefined }
}

function TrackItem({ project, menuContext, added, listed, arrivals, ...rest }: TrackItemProps) {
  const { selection, onRename, onMove } = rest
  const { track, current, number } = listed
  const { sound, onToggle } = useTrackSound(project, listed)
  const entries = trackEntries(menuContext, listed, {
    onRename: () => onRename(track),
    onMove,
    onSelect: selection && (() => selection.toggle(track.id)),
  })
  const isSelecting = selection !== undefined && selection.ids.size > 0
  const isSelected = selection?.ids.has(track.id) === true
  const arrival = arrivals.find(({ trackId }) => trackId === track.id)
  const notes = project.openNoteCounts[track.id] ?? 0
  const heard = sound !== 'elsewhere'
  return (
    <ContextMenu entries={entries}>
      <li className={styles.item} data-heard={heard} data-selected={isSelected}>
        {isSelecting ? (
          <Checkbox
            labelHidden
            checked={isSelected}
            onCheckedChange={() => selection.toggle(track.id)}
            className={styles.check}
          >
            {text(trackStrings.selectNamed, { title: track.title })}
          </Checkbox>
        ) : (
          <PlayNumber number={number} title={track.title} sound={sound} onToggle={onToggle} />
        )}
        <div className={styles.words}>
          <UiLink
            href={trackHref(project.id, track.id)}
            className={styles.name}
            onClick={(event) => {
              if (!isSelecting) return
              event.preventDefault()
              selection.toggle(track.id)
            }}
          >
            {track.title}
          </UiLink>
          <span className={styles.right}>
            {added.map(({ besideTitle }, index) => (
              <Fragment key={index}>{besideTitle?.(listed)}</Fragment>
            ))}
            <TrackFaces
              projectId={project.id}
              trackId={track.id}
              look={(person) => livePersonOf(project.members, person)}
            />
            {current && <VersionBadge number={current.number} current={heard} />}
            {current?.report && (
              <span className={styles.length}>{formatDuration(current.report.format.durationSeconds)}</span>
            )}
          </span>
          <span className={styles.status}>
            <TrackStatus status={track.status} />
            {added.map(({ besideStatus }, index) => (
              <Fragment key={index}>{besideStatus?.(listed)}</Fragment>
            ))}
            {arrival?.words}
            {notes > 0 && <span className={styles.notes}>{text(trackStrings.openNotes, { count: notes })}</span>}
          </span>
          <span className={styles.day}>
            <RelativeTime at={updatedAt(listed)} short />
          </span>
          <div className={styles.wave}>
            <TrackWave projectId={project.id} version={current} heard={heard} className={styles.mini} />
          </div>
        </div>
        <Menu entries={entries} align="end">
          <IconButton icon={Ellipsis} label={text(trackStrings.trackMenu, { title: track.title })} />
        </Menu>
      </li>
    </ContextMenu>
  )
}
