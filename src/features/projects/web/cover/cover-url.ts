import { apiUrl } from '#web/api/api-url.ts'

interface Covered {
  readonly id: string
  readonly cover: string | null
}

/** Where a project's picture is; null for the drawn one. The hash makes each picture an address of its own. */
export function projectCoverUrl({ id, cover }: Covered): string | null {
  // Lists kept by an older page have no such field.
  return cover ? apiUrl('/api/projects/:projectId/cover', { projectId: id }, { v: cover.slice(0, 16) }) : null
}

/** A track's own picture, else its project's. */
export function trackCoverUrl(project: Covered, { id, cover }: Covered): string | null {
  return cover
    ? apiUrl(
        '/api/projects/:projectId/tracks/:trackId/cover',
        { projectId: project.id, trackId: id },
        { v: cover.slice(0, 16) },
      )
    : projectCoverUrl(project)
}
