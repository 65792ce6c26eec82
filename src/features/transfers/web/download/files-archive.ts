import type { ProjectFile } from '#features/files/files.contract.ts'
import { archiveFileName } from '#features/renditions/file-names.ts'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import type { DownloadRequest } from '../transfer-engine.ts'

/** A ZIP of the newest version of each file, with or without the tracks' current versions. */
export function archiveOf(
  { id: projectId, name }: ProjectDetails,
  files: readonly ProjectFile[],
  versions: 'none' | 'current',
): DownloadRequest {
  return {
    projectId,
    trackId: null,
    versionId: null,
    filename: archiveFileName(versions === 'none' ? `${name} files` : name),
    path: `/api/projects/${projectId}/archive?versions=${versions}&files=newest`,
    sizeBytes: files.reduce((sum, { newest }) => sum + newest.sizeBytes, 0),
  }
}
