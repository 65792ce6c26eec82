import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { isSettled } from '#features/tasks/start-progress.ts'
import { newFileAudience } from '#features/files/web/new-file-audience.ts'
import { projectFilesQuery } from '#features/files/web/files.client.ts'
import type { VersionStart } from '#features/tasks/version-starts.contract.ts'
import { startsQuery } from '#features/tasks/web/start/version-starts.client.ts'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import { listTracks } from '#features/tracks/web/list/track-list.ts'
import { projectDetailsQuery } from '#features/tracks/web/tracks.client.ts'
import { UploadSheet } from '#features/transfers/web/upload/UploadSheet.tsx'
import { type MadeTrack, startUploads } from '#features/transfers/web/upload/start-uploads.ts'
import { uploadAllowanceQuery } from '#features/transfers/web/transfers.client.ts'
import { transferStrings } from '#features/transfers/web/transfers.strings.ts'
import type { PlannedFile, PlanTrack } from '#features/transfers/web/upload/upload-plan.ts'
import {
  closeUpload,
  dropRequested,
  requestUpload,
  type UploadRequested,
  uploadStarted,
} from '#features/transfers/web/upload/upload-request-store.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'

/** The upload sheet, on any page. */
export default function RequestedUpload({ projectId, trackId, files }: UploadRequested) {
  const queries = useQueryClient()
  const { data: project } = useQuery(projectDetailsQuery(projectId))
  const { data: starts, isLoading } = useQuery(startsQuery(projectId))
  const { data: allowance } = useQuery(uploadAllowanceQuery(projectId))
  const { data: others } = useQuery(projectFilesQuery(projectId))
  const tracks = useMemo(() => (project ? planTracks(project, starts ?? []) : []), [project, starts])
  const [made] = useState<MadeTrack[]>([])
  // The sheet stays open until the uploads start, so that its choices survive a lost connection.
  const starting = useRef<AbortController>(undefined)
  const start = useMutation({
    mutationFn: async ({ planned, isQuiet }: { planned: readonly PlannedFile[]; isQuiet: boolean }) => {
      const { signal } = (starting.current = new AbortController())
      await startUploads(queries, projectId, planned, {
        titleOfTrack: (id) => tracks.find((track) => track.id === id)?.title,
        made,
        isQuiet,
        besideTrackId: trackId,
        signal,
      })
      uploadStarted(planned.map(({ file }) => file))
    },
  })
  const close = () => {
    starting.current?.abort()
    closeUpload()
  }
  // Wait for the checklist, so that its question does not appear after the user's answer; if it cannot be fetched, the
  // ticks stay.
  if (!project || isLoading) return null
  return (
    <UploadSheet
      projectName={project.name}
      audience={newFileAudience(projectId).get()}
      tracks={tracks}
      others={others?.map(({ name, versionCount }) => ({ name, versionCount }))}
      files={files}
      allowance={allowance}
      trackId={trackId}
      onMore={(more) => requestUpload({ projectId, trackId, files: more })}
      onRemove={dropRequested}
      peopleCount={project.members.length - 1}
      onUpload={(planned, { isQuiet }) => start.mutate({ planned, isQuiet })}
      isStarting={start.isPending}
      error={start.error && text(transferStrings.startFailed, { reason: reasonOf(start.error) })}
      onClose={close}
    />
  )
}

function planTracks(project: ProjectDetails, starts: readonly VersionStart[]): readonly PlanTrack[] {
  return listTracks(project).map(({ track: { id, title, status }, versions }) => {
    const start = starts.find(({ trackId }) => trackId === id)
    const format = versions[0]?.report?.format
    return {
      id,
      title,
      versions,
      isFinal: status === 'final',
      sampleRate: format?.sampleRate ?? null,
      durationSeconds: format?.durationSeconds ?? null,
      start: start && {
        id: start.id,
        items: start.items.map((item) => ({ position: item.position, title: item.title, settled: isSettled(item) })),
      },
    }
  })
}
