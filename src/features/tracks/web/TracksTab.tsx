import { Plus, SearchX, Upload } from 'lucide-react'
import { useState } from 'react'
import { allows } from '#shared/roles.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { DropPage } from '#web/ui/DropPage.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { lazyDialog } from '#web/ui/lazy-part.tsx'
import { phoneQuery, useMedia } from '#web/ui/use-media.ts'
import { usePageKeys } from '#web/ui/use-page-keys.ts'
import type { ProjectDetails, Track, TrackVersion } from '../tracks.contract.ts'
import { trackPolicy } from '../tracks.policy.ts'
import { playerStrings } from './player.strings.ts'
import type { TrackMenuContext } from './track-entries.ts'
import { arrangeTracks, listTracks, type TrackView } from './track-list.ts'
import { trackStrings } from './tracks.strings.ts'
import { TracksList } from './TracksList.tsx'
import { TracksTable } from './TracksTable.tsx'
import { TrackTools } from './TrackTools.tsx'
import { useTrackActions } from './use-track-actions.ts'
import styles from './TracksTab.module.css'

const TrackTitleDialog = lazyDialog(() => import('./TrackTitleDialog.tsx'))

export interface TracksTabProps {
  readonly project: ProjectDetails
  /** Asks for files: of one track, or of any. Missing for those who may not upload. */
  readonly onUpload?: ((trackId?: string, files?: readonly File[]) => void) | undefined
  /** Missing for those who may not download. */
  readonly onDownload?: ((track: Track, version: TrackVersion) => void) | undefined
  readonly filesOf: TrackMenuContext['filesOf']
  readonly onShare?: TrackMenuContext['onShare']
  readonly onCompare?: TrackMenuContext['onCompare']
  readonly standingOf?: TrackMenuContext['standingOf']
  /** Tracks that wait for one's own approval, by their ids. */
  readonly awaitingMe?: ReadonlySet<string> | undefined
}

const wholeView: TrackView = { find: '', status: 'any', sort: 'album', awaiting: false }

/** What is on the record, in its order. */
export function TracksTab({
  project,
  onUpload,
  onDownload,
  filesOf,
  onShare,
  onCompare,
  standingOf,
  awaitingMe,
}: TracksTabProps) {
  const phone = useMedia(phoneQuery)
  const [view, setView] = useState(wholeView)
  const [withArchived, setWithArchived] = useState(false)
  const [titling, setTitling] = useState<Track | 'new' | null>(null)
  const mayEdit = allows(project, trackPolicy['track.edit'])
  const desk: TrackMenuContext = {
    projectId: project.id,
    actions: useTrackActions(project.id),
    mayEdit,
    onUpload,
    onDownload,
    filesOf,
    onShare,
    onCompare,
    standingOf,
  }

  const all = listTracks(project)
  const archived = listTracks(project, true)
  const shown = arrangeTracks(all, view, awaitingMe)
  const movable = mayEdit && shown.length === all.length && view.sort === 'album'
  const Rows = phone ? TracksList : TracksTable
  const { page: group } = playerStrings.groups
  usePageKeys([
    ...(onUpload ? [{ keys: ['U'], label: trackStrings.uploadKey, group, run: () => onUpload() }] : []),
    ...(movable && !phone
      ? [{ keys: ['Alt+ArrowUp', 'Alt+ArrowDown'], label: trackStrings.keys.moveTrack, group }]
      : []),
  ])
  return (
    <div className={styles.tab}>
      {all.length === 0 ? (
        <NoTracks onUpload={onUpload} onAdd={mayEdit ? () => setTitling('new') : undefined} />
      ) : (
        <>
          <TrackTools
            view={view}
            awaitingCount={awaitingMe?.size ?? 0}
            onView={(change) => setView({ ...view, ...change })}
            onAdd={mayEdit ? () => setTitling('new') : undefined}
          />
          {shown.length > 0 && (
            <Rows project={project} desk={desk} tracks={shown} movable={movable} onRename={setTitling} />
          )}
          {shown.length === 0 && (
            <EmptyState
              icon={SearchX}
              title={trackStrings.noMatch}
              action={<Button onClick={() => setView(wholeView)}>{trackStrings.showAll}</Button>}
            >
              {view.awaiting ? trackStrings.noneAwaiting : text(trackStrings.noMatchWords, { find: view.find })}
            </EmptyState>
          )}
        </>
      )}
      {archived.length > 0 && (
        <section className={styles.archived} aria-label={trackStrings.archivedTracks}>
          <Button tone="quiet" size="small" aria-expanded={withArchived} onClick={() => setWithArchived(!withArchived)}>
            {withArchived ? trackStrings.hideArchived : text(trackStrings.showArchived, { count: archived.length })}
          </Button>
          {withArchived && (
            <Rows project={project} desk={desk} tracks={archived} movable={false} onRename={setTitling} />
          )}
        </section>
      )}
      {titling && (
        <TrackTitleDialog
          projectId={project.id}
          track={titling === 'new' ? undefined : titling}
          onClose={() => setTitling(null)}
        />
      )}
    </div>
  )
}

interface NoTracksProps {
  readonly onUpload: TracksTabProps['onUpload']
  readonly onAdd: (() => void) | undefined
}

/** An empty project is one large place to drop bounces. */
function NoTracks({ onUpload, onAdd }: NoTracksProps) {
  if (!onUpload)
    return (
      <EmptyState icon={Upload} title={trackStrings.emptyTitle}>
        {trackStrings.emptyListener}
      </EmptyState>
    )
  return (
    <div className={styles.empty}>
      <DropPage
        title={trackStrings.emptyDrop}
        chooseWords={trackStrings.emptyChoose}
        onFiles={(files) => onUpload(undefined, files)}
        action={
          onAdd && (
            <Button size="large" icon={Plus} onClick={onAdd}>
              {trackStrings.addTrack}
            </Button>
          )
        }
      >
        {trackStrings.emptyWords}
      </DropPage>
    </div>
  )
}
