import { ChevronDown, ChevronRight, Ellipsis } from 'lucide-react'
import { Fragment, type ComponentProps, type ReactNode } from 'react'
import type { Seconds } from '#shared/units.ts'
import { formatPosition } from '#web/i18n/format-duration.ts'
import { text } from '#web/i18n/text.ts'
import { TrackFaces } from '#web/presence/TrackFaces.tsx'
import { useFollow } from '#web/player/use-listening.ts'
import { ContextMenu } from '#web/ui/menu/ContextMenu.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import { TableCell, TableRow } from '#web/ui/list/Table.tsx'
import { UiLink } from '#web/ui/frame/UiLink.tsx'
import { VersionBadge } from '#web/ui/mark/VersionBadge.tsx'
import { lazyPanel } from '#web/ui/page/lazy-part.tsx'
import { Skeleton } from '#web/ui/list/Skeleton.tsx'
import { RelativeTime } from '#web/ui/mark/RelativeTime.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { InPlaceField } from '#web/ui/form/InPlaceField.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { MiniWave } from '#web/waveform/MiniWave.tsx'
import type { ProjectDetails, TrackVersion } from '../../tracks.contract.ts'
import { livePersonOf } from '../people-names.ts'
import { PeakLevel } from '../track/PeakLevel.tsx'
import { PlayNumber } from '../player/PlayNumber.tsx'
import { StatusMenu } from '../track/StatusMenu.tsx'
import { trackEntries, type TrackMenuContext } from '../track/track-entries.ts'
import { trackHref } from '../track-links.ts'
import { PlayableWave } from './PlayableWave.tsx'
import { updatedAt, type ListedTrack } from './track-list.ts'
import type { TrackArrival, TrackListAddition } from '../track-points.ts'
import { loudnessFigure } from '../track/loudness-words.ts'
import { versionHeadline } from '../version-headline.ts'
import { trackStrings } from '../tracks.strings.ts'
import { useTrackSound } from '../stage/use-track-sound.ts'
import { peaksFacts, versionUrls } from '../versions/version-sound.ts'
import { CheckingLine, RefusedLine } from '../versions/VersionState.tsx'
import { verdictWords } from '../track/verdict-words.ts'
import styles from './TrackRow.module.css'

const VersionRows = lazyPanel(
  async () => ({ default: (await import('../versions/VersionRows.tsx')).VersionRows }),
  <Skeleton height={56} />,
)

interface TrackRowProps {
  readonly project: ProjectDetails
  readonly menuContext: TrackMenuContext
  readonly added: readonly TrackListAddition[]
  readonly listed: ListedTrack
  /** A version on its way. */
  readonly arrival: TrackArrival | undefined
  /** Number of columns that its version rows span. */
  readonly columns: number
  readonly isSelected: boolean
  /** Rows are being selected. */
  readonly isSelecting: boolean
  readonly onSelect: (() => void) | undefined
  /** Its versions are listed below it. */
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
  /** Its title is a field. */
  readonly isRenaming: boolean
  readonly onRename: () => void
  /** Null: unchanged. */
  readonly onRenamed: (title: string | null) => void
  readonly onMove: { readonly up: (() => void) | undefined; readonly down: (() => void) | undefined } | undefined
  /** Handlers for dragging and keys, from the table. */
  readonly row: ComponentProps<'tr'> & { readonly 'data-dragged'?: boolean }
}

export function TrackRow({
  project,
  menuContext,
  added,
  listed,
  arrival,
  columns,
  isSelected,
  isSelecting,
  onSelect,
  isOpen,
  onOpen,
  isRenaming,
  onRename,
  onRenamed,
  onMove,
  row,
}: TrackRowProps) {
  const { track, versions, current, number } = listed
  const { sound, onToggle, onPlayAt } = useTrackSound(project, listed)
  const entries = trackEntries(menuContext, listed, { onRename, onMove, onSelect })
  const notes = project.openNoteCounts[track.id] ?? 0
  const { format, loudness } = current?.report ?? {}
  return (
    <>
      <ContextMenu entries={entries}>
        <TableRow
          {...row}
          data-track-row={track.id}
          selected={isSelected}
          playing={sound !== 'elsewhere'}
          className={classNames(styles.row, row.className)}
        >
          <TableCell className={styles.number}>
            {isSelecting ? (
              <Checkbox labelHidden checked={isSelected} onCheckedChange={() => onSelect?.()} className={styles.check}>
                {text(trackStrings.selectNamed, { title: track.title })}
              </Checkbox>
            ) : (
              <PlayNumber number={number} title={track.title} sound={sound} onToggle={onToggle} />
            )}
          </TableCell>
          <TableCell>
            <span className={styles.titled}>
              {isRenaming ? (
                <InPlaceField
                  label={text(trackStrings.renameTitle, { title: track.title })}
                  value={track.title}
                  onDone={onRenamed}
                />
              ) : (
                <TrackTitle
                  href={trackHref(project.id, track.id)}
                  title={track.title}
                  below={arrival?.words ?? below(current)}
                  heard={sound !== 'elsewhere'}
                />
              )}
              {added.map(({ besideTitle }, index) => (
                <Fragment key={index}>{besideTitle?.(listed)}</Fragment>
              ))}
              <TrackFaces
                projectId={project.id}
                trackId={track.id}
                look={(person) => livePersonOf(project.members, person)}
              />
            </span>
          </TableCell>
          <TableCell from={820} className={styles.wave}>
            {current || !arrival ? (
              <TrackWave projectId={project.id} version={current} heard={sound !== 'elsewhere'} onPlayAt={onPlayAt} />
            ) : (
              arrival.bar
            )}
          </TableCell>
          <TableCell>
            {current && (
              <button
                type="button"
                className={styles.versions}
                aria-expanded={isOpen}
                onClick={() => onOpen(!isOpen)}
                title={text(isOpen ? trackStrings.hideVersions : trackStrings.showVersions, { title: track.title })}
              >
                <VersionBadge number={current.number} current={sound !== 'elsewhere'} />
                <Icon of={isOpen ? ChevronDown : ChevronRight} size={14} className={styles.chevron} />
              </button>
            )}
          </TableCell>
          <TableCell>
            <span className={styles.standing}>
              <StatusMenu
                track={track}
                quiet
                onStatus={menuContext.mayEdit ? (status) => menuContext.actions.setStatus(track, status) : undefined}
              />
              {added.map(({ besideStatus }, index) => (
                <Fragment key={index}>{besideStatus?.(listed)}</Fragment>
              ))}
            </span>
          </TableCell>
          <TableCell numeric from={1090}>
            {loudness ? (
              <span title={loudness.notMeasured && trackStrings.notMeasured}>{loudnessFigure(loudness)}</span>
            ) : (
              <Nothing />
            )}
          </TableCell>
          <TableCell numeric from={1090}>
            {loudness && !loudness.notMeasured ? <PeakLevel peak={loudness.truePeak} /> : <Nothing />}
          </TableCell>
          <TableCell numeric from={640}>
            {format ? formatPosition(format.durationSeconds) : <Nothing />}
          </TableCell>
          <TableCell numeric>
            {notes > 0 ? <span title={text(trackStrings.openNotes, { count: notes })}>{notes}</span> : <Nothing />}
          </TableCell>
          <TableCell numeric quiet from={940}>
            <RelativeTime at={updatedAt(listed)} short />
          </TableCell>
          <TableCell numeric>
            <Menu entries={entries} align="end">
              <IconButton icon={Ellipsis} label={text(trackStrings.trackMenu, { title: track.title })} size="small" />
            </Menu>
          </TableCell>
        </TableRow>
      </ContextMenu>
      {isOpen && (
        <tr className={styles.below}>
          <td colSpan={columns}>
            <VersionRows project={project} menuContext={menuContext} track={track} versions={versions} />
          </td>
        </tr>
      )}
    </>
  )
}

function Nothing() {
  return (
    <span className={styles.nothing} aria-hidden>
      –
    </span>
  )
}

interface TrackTitleProps {
  readonly href: string
  readonly title: string
  readonly below: ReactNode
  readonly heard: boolean
}

function TrackTitle({ href, title, below, heard }: TrackTitleProps) {
  return (
    <span className={styles.title} data-heard={heard}>
      <UiLink href={href} className={styles.name} title={title} draggable={false}>
        {title}
      </UiLink>
      {below !== '' && (
        <span className={styles.changelog} title={typeof below === 'string' ? below : undefined}>
          {below}
        </span>
      )}
    </span>
  )
}

/** The latest changes, or why there is no version yet. */
function below(current: TrackVersion | undefined): string {
  if (current?.state === 'refused') return verdictWords(current)
  return current ? versionHeadline(current) : trackStrings.noVersion
}

interface TrackWaveProps {
  readonly projectId: string
  readonly version: TrackVersion | undefined
  readonly heard: boolean
  readonly onPlayAt?: ((at: Seconds) => void) | undefined
  readonly className?: string | undefined
}

/** The waveform of a row, or the progress of its analysis. */
export function TrackWave({ projectId, version, heard, onPlayAt, className = styles.mini }: TrackWaveProps) {
  const follow = useFollow()
  if (!version) return null
  if (version.state === 'checking') return <CheckingLine versionId={version.id} />
  if (version.state === 'refused' || !version.report) return <RefusedLine title={verdictWords(version)} />
  const facts = peaksFacts(version.report)
  const wave = (
    <MiniWave
      url={versionUrls(projectId, version).peaks}
      facts={facts}
      {...(heard && { playhead: follow })}
      {...(className !== undefined && { className })}
    />
  )
  if (!onPlayAt) return wave
  return (
    <PlayableWave durationSeconds={facts.totalFrames / facts.sampleRate} onPlayAt={onPlayAt}>
      {wave}
    </PlayableWave>
  )
}
