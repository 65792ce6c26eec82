import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { FileRequest, FileWays } from '#features/renditions/web/download-entries.ts'
import { renditionMaking } from '#features/renditions/web/renditions.client.ts'
import type { ProjectDetails, Track, TrackVersion } from '#features/tracks/tracks.contract.ts'
import { trackPolicy } from '#features/tracks/tracks.policy.ts'
import type { TrackFiles } from '#features/tracks/web/track-points.ts'
import { allows } from '#shared/roles.ts'
import { transferPolicy } from '../../transfers.policy.ts'
import { openTransfers } from '../page-transfers.ts'
import { requestUpload } from '../upload/upload-request-store.ts'

/** Opens the file picker, or uploads the given files; undefined for people who may not. */
export function uploadTo(project: ProjectDetails): TrackFiles['onUpload'] {
  if (project.archivedAt !== null || !allows(project, transferPolicy['upload.add'])) return undefined
  return (trackId, files = []) => requestUpload({ projectId: project.id, trackId, files })
}

export function mayDownload(project: ProjectDetails): boolean {
  return allows(project, trackPolicy['track.download'])
}

/** Downloads a project's files with the page's engine. */
export function useDownloads(projectId: string): FileWays {
  const queries = useQueryClient()
  return {
    onOriginal: (track, version) => void downloadOriginal(queries, projectId, { track, version }),
    onFile: (request) => void downloadFile(queries, projectId, request),
  }
}

async function downloadOriginal(
  queries: QueryClient,
  projectId: string,
  { track, version }: { readonly track: Track; readonly version: TrackVersion },
): Promise<void> {
  const engine = await openTransfers(queries)
  const { id: versionId, fileName: filename, sha256, sizeBytes } = version
  engine.download({ projectId, trackId: track.id, versionId, filename, trackTitle: track.title, sha256, sizeBytes })
}

async function downloadFile(
  queries: QueryClient,
  projectId: string,
  { path, spec, ...request }: FileRequest,
): Promise<void> {
  const engine = await openTransfers(queries)
  const { trackId, versionId } = request
  const prepare =
    spec && trackId !== null && versionId !== null
      ? renditionMaking({ projectId, trackId, versionId }, spec)
      : undefined
  engine.download({ projectId, path: `/api/projects/${projectId}${path}`, ...request, ...(prepare && { prepare }) })
}
