import { markerEntries } from '#features/markers/web/marker-entries.ts'
import { notePolicy } from '#features/notes/notes.policy.ts'
import {
  downloadEntries,
  projectEntries,
  waveformEntry,
  type FileRequest,
} from '#features/renditions/web/download-entries.ts'
import { renditionMaking } from '#features/renditions/web/rendition-api.ts'
import type { ProjectDetails, Track, TrackVersion } from '#features/tracks/tracks.contract.ts'
import { trackPolicy } from '#features/tracks/tracks.policy.ts'
import type { VersionFiles } from '#features/tracks/web/track-entries.ts'
import { sharePolicy } from '#features/shares/shares.policy.ts'
import { transferPolicy } from '#features/transfers/transfers.policy.ts'
import { allows } from '#shared/roles.ts'
import type { MenuEntry } from '#web/ui/menu-entries.ts'
import { openTransfers } from './page-transfers.ts'
import { requestShare } from './share-request-store.ts'
import { requestUpload } from './upload-request-store.ts'

export interface TrackTransfers {
  readonly onUpload: ((trackId?: string, files?: readonly File[]) => void) | undefined
  readonly onDownload: ((track: Track, version: TrackVersion) => void) | undefined
  readonly filesOf: (track: Track, version: TrackVersion) => VersionFiles
  /** Sends a link to it to people without an account. */
  readonly onShare: ((trackId: string, versionId?: string) => void) | undefined
}

/** The ways in and out of a project, as far as its rights allow them. */
export function trackTransfers(project: ProjectDetails): TrackTransfers {
  const mayUpload = project.archivedAt === null && allows(project, transferPolicy['upload.add'])
  const mayDownload = allows(project, trackPolicy['track.download'])
  const onOriginal = (track: Track, version: TrackVersion) => void download(project.id, track, version)
  const onFile = (request: FileRequest) => void downloadFile(project.id, request)
  return {
    onUpload: mayUpload ? (trackId, files = []) => requestUpload({ projectId: project.id, trackId, files }) : undefined,
    onDownload: mayDownload ? onOriginal : undefined,
    onShare: allows(project, sharePolicy['share.manage'])
      ? (trackId, versionId) => requestShare({ projectId: project.id, trackId, versionId })
      : undefined,
    filesOf: (track, version) => ({
      downloads: mayDownload
        ? downloadEntries(
            { onOriginal, onFile },
            track,
            version,
            project.trackVersions.filter(({ trackId }) => trackId === track.id),
          )
        : [],
      waveform: waveformEntry({ onFile }, track, version),
      markers: markerEntries(
        { projectId: project.id, trackId: track.id, versionId: version.id },
        allows(project, notePolicy['note.add']),
      ),
    }),
  }
}

/** What can be downloaded of a project as a whole; nothing for those who may not. */
export function projectDownloads(project: ProjectDetails): readonly MenuEntry[] {
  if (!allows(project, trackPolicy['track.download'])) return []
  return projectEntries({ onFile: (request) => void downloadFile(project.id, request) }, project).filter(Boolean)
}

async function download(projectId: string, track: Track, version: TrackVersion): Promise<void> {
  const engine = await openTransfers()
  const { id: versionId, fileName: filename, sha256, sizeBytes } = version
  engine.download({ projectId, trackId: track.id, versionId, filename, trackTitle: track.title, sha256, sizeBytes })
}

export async function downloadFile(projectId: string, { path, wish, ...request }: FileRequest): Promise<void> {
  const engine = await openTransfers()
  const { trackId, versionId } = request
  const prepare =
    wish && trackId !== null && versionId !== null
      ? renditionMaking({ projectId, trackId, versionId }, wish)
      : undefined
  engine.download({ projectId, path: `/api/projects/${projectId}${path}`, ...request, ...(prepare && { prepare }) })
}
