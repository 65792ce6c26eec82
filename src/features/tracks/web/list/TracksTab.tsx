import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus, SearchX, Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { DropPage } from '#web/ui/page/DropPage.tsx'
import { EmptyState } from '#web/ui/list/EmptyState.tsx'
import { loadWith } from '#web/extension/extension-point.ts'
import { lazyDialog, lazyPart } from '#web/ui/page/lazy-part.tsx'
import { phoneQuery, useMedia } from '#web/ui/use-media.ts'
import { useAheadOfAddress } from '#web/ui/use-ahead-of-address.ts'
import { usePageKeys } from '#web/ui/keys/use-page-keys.ts'
import type { ProjectDetails, Track } from '../../tracks.contract.ts'
import { playerStrings } from '../player/player.strings.ts'
import { arrangeTracks, listTracks, searchOfTrackList, trackViewOf, type TrackView } from './track-list.ts'
import {
  trackListPoint,
  trackSelectionPoint,
  useTrackFiles,
  type TrackArrival,
  type TrackFiles,
} from '../track-points.ts'
import { trackStrings } from '../tracks.strings.ts'
import { TracksList } from './TracksList.tsx'
import { TracksTable } from './TracksTable.tsx'
import { TrackTools } from './TrackTools.tsx'
import { useTrackSelection } from './use-track-selection.ts'
import { useTrackMenu } from '../track/use-track-menu.ts'
import styles from './TracksTab.module.css'

const TrackSelectionBar = lazyPart(() => loadWith(import('../selection/TrackSelectionBar.tsx'), [trackSelectionPoint]))
const TrackTitleDialog = lazyDialog(() => import('../track/TrackTitleDialog.tsx'))

const none: readonly TrackArrival[] = []

interface TracksTabProps {
  readonly project: ProjectDetails
  /** Leads to other views of the tracks. */
  readonly switcher: ReactNode
}

/** The project's tracks, in album order. */
export default function TracksTab({ project, switcher }: TracksTabProps) {
  const phone = useMedia(phoneQuery)
  const [view, onView] = useTrackView(project.id)
  const [withArchived, setWithArchived] = useState(false)
  const [titling, setTitling] = useState<Track | 'new' | null>(null)
  const menuContext = useTrackMenu(project)
  const { mayEdit } = menuContext
  const { onUpload } = useTrackFiles(project)
  const added = trackListPoint.useParts(project)
  const arrivals = added.flatMap((one) => one.arrivals ?? [])
  const newTracks = arrivals.filter(({ trackId }) => !project.tracks.some(({ id }) => id === trackId))
  const filters = added.flatMap(({ filter }) => filter ?? [])
  const on = filters.filter(({ id }) => view.only.includes(id))

  const all = listTracks(project)
  const archived = listTracks(project, true)
  const shown = arrangeTracks(
    all,
    view,
    on.map(({ trackIds }) => trackIds),
  )
  const selection = useTrackSelection(shown.map(({ track }) => track.id))
  const selected = shown.filter(({ track }) => selection.ids.has(track.id))
  const movable = mayEdit && shown.length === all.length && view.sort === 'album'
  const Rows = phone ? TracksList : TracksTable
  const { page: group } = playerStrings.groups
  usePageKeys([
    ...(onUpload ? [{ keys: ['U'], label: trackStrings.uploadKey, group, run: () => onUpload() }] : []),
    ...(movable && !phone
      ? [{ keys: ['Alt+ArrowUp', 'Alt+ArrowDown'], label: trackStrings.keys.moveTrack, group }]
      : []),
    ...(mayEdit && !phone ? [{ keys: ['F2'], label: trackStrings.keys.renameTrack, group }] : []),
    ...(phone ? [] : [{ keys: ['Shift+ArrowUp', 'Shift+ArrowDown'], label: trackStrings.keys.selectTracks, group }]),
  ])
  return (
    <div className={styles.tab}>
      {all.length === 0 && newTracks.length === 0 ? (
        <NoTracks onUpload={onUpload} onAdd={mayEdit ? () => setTitling('new') : undefined} />
      ) : (
        <>
          <TrackTools
            view={view}
            filters={filters}
            onView={onView}
            onAdd={mayEdit ? () => setTitling('new') : undefined}
            switcher={switcher}
          />
          {(shown.length > 0 || newTracks.length > 0) && (
            <Rows
              project={project}
              menuContext={menuContext}
              added={added}
              tracks={shown}
              arrivals={arrivals}
              newTracks={newTracks}
              movable={movable}
              selection={selection}
              onRename={setTitling}
            />
          )}
          {selected.length > 0 && (
            <>
              <div className={styles.barSpace} />
              <TrackSelectionBar {...{ project, selected, selection, mayEdit }} />
            </>
          )}
          {shown.length === 0 && newTracks.length === 0 && (
            <EmptyState
              icon={SearchX}
              title={trackStrings.noMatch}
              action={<Button onClick={() => onView(trackViewOf({}))}>{trackStrings.showAll}</Button>}
            >
              {on[0]?.none ?? text(trackStrings.noMatchWords, { find: view.find })}
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
            <Rows
              project={project}
              menuContext={menuContext}
              added={added}
              tracks={archived}
              arrivals={none}
              newTracks={none}
              movable={false}
              selection={undefined}
              onRename={setTitling}
            />
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

/** The view in the URL. */
function useTrackView(projectId: string): ReturnType<typeof useAheadOfAddress<TrackView>> {
  const asked = useSearch({ strict: false })
  const navigate = useNavigate()
  const address = trackViewOf(asked)
  return useAheadOfAddress(
    address,
    (next) => void navigate({ to: '/', search: { projectId, ...searchOfTrackList(next) }, replace: true }),
  )
}

interface NoTracksProps {
  readonly onUpload: TrackFiles['onUpload']
  readonly onAdd: (() => void) | undefined
}

/** An empty project is one large drop area for bounces. */
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
