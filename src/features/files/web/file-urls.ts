import { apiUrl } from '#web/api/api-url.ts'

interface FilePath {
  readonly projectId: string
  readonly fileId: string
  readonly versionId: string
}

const version = '/api/projects/:projectId/files/:fileId/versions/:fileVersionId'

export function previewUrl({ projectId, fileId, versionId }: FilePath): string {
  return apiUrl(`${version}/preview`, { projectId, fileId, fileVersionId: versionId })
}

export function downloadUrl({ projectId, fileId, versionId }: FilePath): string {
  return apiUrl(`${version}/download`, { projectId, fileId, fileVersionId: versionId })
}

/** The files of a project, with one of them open. */
export function fileHref(projectId: string, fileId?: string): string {
  return `/?${new URLSearchParams({ projectId, tab: 'files', ...(fileId !== undefined && { file: fileId }) })}`
}
