import { File } from 'lucide-react'
import type { TrashKind } from '#features/tracks/web/track-points.ts'
import { fileApi } from './files.client.ts'

const kind: TrashKind = {
  kind: 'file',
  icon: File,
  restore: ({ id: fileId, projectId }) =>
    fileApi('POST /api/projects/:projectId/files/:fileId/restore', { params: { projectId, fileId } }),
  erase: ({ id: fileId, projectId }) =>
    fileApi('POST /api/projects/:projectId/files/:fileId/erase', { params: { projectId, fileId } }),
}

export function useFilesInTrash(): TrashKind {
  return kind
}
