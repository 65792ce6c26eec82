import { useQuery } from '@tanstack/react-query'
import CoverDialog from '#features/projects/web/cover/CoverDialog.tsx'
import { trackCoverUrl } from '#features/projects/web/cover/cover-url.ts'
import { closeTrackCover, useTrackCoverRequested } from '#features/tracks/web/track/track-cover-store.ts'
import { projectDetailsQuery, trackApi } from '#features/tracks/web/tracks.client.ts'
import { ProjectCover } from '#web/ui/mark/ProjectCover.tsx'

/** The artwork dialog of the requested track. */
export default function RequestedTrackCover() {
  const requested = useTrackCoverRequested()
  const { data: project } = useQuery({
    ...projectDetailsQuery(requested?.projectId ?? ''),
    enabled: requested !== null,
  })
  const track = project?.tracks.find(({ id }) => id === requested?.trackId)
  if (!project || !track) return null
  const params = { projectId: project.id, trackId: track.id }
  const send = (picture: string | null) =>
    picture === null
      ? trackApi('DELETE /api/projects/:projectId/tracks/:trackId/cover', { params })
      : trackApi('PUT /api/projects/:projectId/tracks/:trackId/cover', { params, body: { picture } })
  const url = trackCoverUrl(project, track)
  return (
    <CoverDialog
      owner={{ projectId: project.id, name: track.title, url: track.cover === null ? null : url, send }}
      current={<ProjectCover id={project.id} imageUrl={url} size="fill" />}
      onClose={closeTrackCover}
    />
  )
}
