import { client } from '#web/api/api-client.ts'
import type { renditionRoutes, RenditionSpec } from '../renditions.contract.ts'

const renditionApi = client<typeof renditionRoutes>()

/** Ids in a version's URL. */
export interface VersionAddress {
  readonly projectId: string
  readonly trackId: string
  readonly versionId: string
}

export interface RenditionProgress {
  readonly state: 'making' | 'ready' | 'failed'
  readonly fraction: number
}

/** A function that requests a rendition on its first call, and returns the progress on later ones. */
export function renditionMaking(
  place: VersionAddress,
  request: RenditionSpec,
): (signal: AbortSignal) => Promise<RenditionProgress> {
  let name: string | null = null
  return async (signal) => {
    const params = { ...place }
    const asked =
      name === null
        ? await renditionApi('POST /api/projects/:projectId/tracks/:trackId/versions/:versionId/renditions', {
            params,
            body: request,
            signal,
          })
        : undefined
    name ??= asked?.name ?? null
    const found =
      asked ??
      (
        await renditionApi('GET /api/projects/:projectId/tracks/:trackId/versions/:versionId/renditions', {
          params,
          signal,
        })
      ).items.find((item) => item.name === name)
    if (found?.state === 'ready' || found?.state === 'making') return { state: found.state, fraction: found.fraction }
    // The next try requests it again.
    name = null
    return { state: 'failed', fraction: 0 }
  }
}
