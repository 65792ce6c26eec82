import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { meQuery } from '#features/account/web/account.queries.ts'
import { taskPolicy } from '#features/tasks/tasks.policy.ts'
import { focusTask } from '#features/tasks/web/focus-task.ts'
import { LateTaskDialog, useTaskDialogSoon } from '#features/tasks/web/late-task-dialog.ts'
import { useTasks } from '#features/tasks/web/use-tasks.ts'
import { TrackTasks } from '#features/tasks/web/TrackTasks.tsx'
import type { TaskDraft } from '#features/tasks/web/TaskDialog.tsx'
import { listTracks, versionBefore } from '#features/tracks/web/track-list.ts'
import { livePersonOf } from '#features/tracks/web/people-names.ts'
import { projectDetailsQuery } from '#features/tracks/web/project-details.query.ts'
import { TrackPage } from '#features/tracks/web/TrackPage.tsx'
import { heardOf } from '#features/tracks/web/version-sound.ts'
import type { TrackPanelName } from '#features/tracks/web/TrackPanel.tsx'
import { allows } from '#shared/roles.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import type { SheetHeight } from '#web/ui/sheet-height.ts'
import { PresentFaces } from '#web/presence/PresentFaces.tsx'
import type { TogetherPlace } from '#web/together/together.ts'
import { TogetherButton } from '#web/together/TogetherButton.tsx'
import { useTogether } from '#web/together/use-together.ts'
import { projectHref } from './addresses.ts'
import type { TrackPageProps } from './screen-slots.tsx'
import { taskSounds } from './task-sounds.ts'
import { trackTransfers } from './track-transfers.ts'
import { usePageHead } from './use-page-head.ts'
import { useTrackNotes } from './use-track-notes.tsx'

const ApprovalBar = lazyPart(() => import('#features/approvals/web/ApprovalBar.tsx'))

/** A track with its notes and tasks beside it. */
export default function TrackSlot({ project, trackId, versionId, t, noteId }: TrackPageProps) {
  const navigate = useNavigate()
  const [drafting, setDrafting] = useState<TaskDraft | null>(null)
  const [panel, setPanel] = useState<TrackPanelName>('notes')
  const [sheet, setSheet] = useState<SheetHeight>('half')
  const showNotes = () => {
    setPanel('notes')
    if (sheet === 'closed') setSheet('half')
  }
  useTaskDialogSoon()
  const { data: me } = useQuery(meQuery)
  const { data: tasks = [] } = useTasks(project.id)
  const title = project.tracks.find(({ id }) => id === trackId)?.title
  usePageHead(title ?? project.name)
  const ofTrack = tasks.filter((task) => task.trackId === trackId)
  const mayAdd = allows(project, taskPolicy['task.add'])
  const addTask = (range?: { readonly from: number; readonly to: number | null }) =>
    setDrafting({ trackId, fromSeconds: range?.from ?? null, toSeconds: range?.to ?? null })
  const listed = [...listTracks(project), ...listTracks(project, true)].find(({ track }) => track.id === trackId)
  // What is being judged in words stays, though a newer one is current by now.
  const [heldId, setHeldId] = useState<string>()
  const shownId = versionId ?? (listed?.versions.some(({ id }) => id === heldId) ? heldId : undefined)
  const version = listed?.versions.find(({ id }) => id === shownId) ?? listed?.current
  const place = useTogetherPlace(project.id, trackId, title ?? '')
  useSharedVersion(
    place,
    version?.id,
    (id) => void navigate({ to: '/', search: { projectId: project.id, trackId, versionId: id }, replace: true }),
  )
  const showTask = (taskId: string) => {
    setPanel('tasks')
    if (sheet === 'closed') setSheet('half')
    focusTask(taskId)
  }
  const compare = (versionIds: readonly string[]) =>
    void navigate({ to: '/', search: { projectId: project.id, trackId, compare: versionIds.join(',') } })
  const before = listed && version && versionBefore(listed.versions, version)
  const notes = useTrackNotes({
    project,
    track: listed?.track,
    version,
    versionId,
    noteId,
    tasks: ofTrack,
    onShow: showNotes,
    onShowTask: showTask,
    onCompareBefore:
      before && version.state === 'ready'
        ? { number: before.number, open: () => compare([version.id, before.id]) }
        : undefined,
  })
  const [shownNote, setShownNote] = useState(noteId)
  // A task's note was followed while the page stays.
  if (shownNote !== noteId) {
    setShownNote(noteId)
    if (noteId !== undefined) setPanel('notes')
  }
  const transfers = trackTransfers(project)
  return (
    <>
      <TrackPage
        project={project}
        trackId={trackId}
        versionId={shownId}
        at={t}
        {...transfers}
        projectHref={projectHref(project.id)}
        onVersion={(next) => {
          setHeldId(undefined)
          void navigate({
            to: '/',
            search: { projectId: project.id, trackId, ...(next !== undefined && { versionId: next }) },
            replace: true,
          })
        }}
        onLeave={() => void navigate({ to: '/', search: { projectId: project.id } })}
        onCompare={compare}
        company={
          <>
            <PresentFaces
              projectId={project.id}
              trackId={trackId}
              look={(person) => livePersonOf(project.members, person)}
            />
            {version?.state === 'ready' && <TogetherButton place={place} versionId={version.id} />}
          </>
        }
        onAddTask={mayAdd ? addTask : undefined}
        notes={notes}
        panel={panel}
        approval={
          listed &&
          version && (
            <ApprovalBar
              project={project}
              track={listed.track}
              version={version}
              myId={me?.id ?? ''}
              onHold={(holds) => setHeldId(holds ? version.id : undefined)}
            />
          )
        }
        onPanel={setPanel}
        sheet={sheet}
        onSheet={setSheet}
        tasks={{
          count: ofTrack.filter(({ state }) => state === 'todo' || state === 'doing').length,
          content: (
            <TrackTasks
              project={project}
              track={listed?.track}
              onUpload={transfers.onUpload}
              tasks={ofTrack}
              sounds={taskSounds(project)}
              onAdd={mayAdd ? () => addTask() : undefined}
            />
          ),
        }}
      />
      {drafting && (
        <LateTaskDialog
          project={project}
          sounds={taskSounds(project)}
          draft={drafting}
          onClose={() => setDrafting(null)}
        />
      )}
    </>
  )
}

/** How a session on this track finds what it is to let us hear, also from other pages. */
function useTogetherPlace(projectId: string, trackId: string, trackTitle: string): TogetherPlace {
  const queries = useQueryClient()
  return useMemo(
    () => ({
      projectId,
      trackId,
      trackTitle,
      soundOf: (versionId) => {
        const project = queries.getQueryData(projectDetailsQuery(projectId).queryKey)
        const track = project?.tracks.find(({ id }) => id === trackId)
        return (
          project &&
          track &&
          heardOf(
            project,
            track,
            project.trackVersions.find(({ id }) => id === versionId && track.id === trackId),
          )
        )
      },
    }),
    [queries, projectId, trackId, trackTitle],
  )
}

/** Who listens along sees the version that all of them hear. */
function useSharedVersion(
  { projectId, trackId }: TogetherPlace,
  shownId: string | undefined,
  onVersion: (versionId: string) => void,
): void {
  const { state } = useTogether()
  const isHere = state?.place.projectId === projectId && state.place.trackId === trackId && !state.inControl
  const sharedId = isHere ? state.session?.transport.versionId : undefined
  const follow = useEffectEvent(() => sharedId !== undefined && sharedId !== shownId && onVersion(sharedId))
  // Another version of theirs is followed, nothing else.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies
  useEffect(() => void follow(), [sharedId])
}
