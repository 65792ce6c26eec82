import { useQuery } from '@tanstack/react-query'
import { ExportMarkersDialog } from '#features/markers/web/ExportMarkersDialog.tsx'
import { ImportMarkersDialog } from '#features/markers/web/ImportMarkersDialog.tsx'
import { closeMarkers, type MarkersRequested } from '#features/markers/web/marker-requests.ts'
import { trackPolicy } from '#features/tracks/tracks.policy.ts'
import { projectDetailsQuery } from '#features/tracks/web/tracks.client.ts'
import { useDownloads } from '#features/transfers/web/download/page-downloads.ts'
import { allows } from '#shared/roles.ts'

/** Import and export of markers, on any page. */
export default function RequestedMarkers({ way, projectId, trackId, versionId }: MarkersRequested) {
  const { data: project } = useQuery(projectDetailsQuery(projectId))
  const { onFile } = useDownloads(projectId)
  const track = project?.tracks.find(({ id }) => id === trackId)
  const version = project?.trackVersions.find(({ id }) => id === versionId)
  if (!project || !track || !version) return null
  const shared = { projectId, track, version, onClose: closeMarkers }
  if (way === 'import') return <ImportMarkersDialog {...shared} />
  return (
    <ExportMarkersDialog {...shared} mayDownload={allows(project, trackPolicy['track.download'])} onFile={onFile} />
  )
}
