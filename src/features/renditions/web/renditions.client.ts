import { client } from '#web/api/api-client.ts'
import type { renditionRoutes, RenditionWish } from '../renditions.contract.ts'

const renditionApi = client<typeof renditionRoutes>()

/** A version by its address. */
export interface VersionAddress {
  readonly projectId: string
  readonly trackId: string
  readonly versionId: string
}

export interface RenditionProgress {
  readonly state: 'making' | 'ready' | 'failed'
  readonly fraction: number
}

/** Asks for a rendition the first time it is called, and how far it is from then on. */
export function renditionMaking(
  place: VersionAddress,
  wish: RenditionWish,
): (signal: AbortSignal) => Promise<RenditionProgress> {
  let name: string | null = null
  return async (signal) => {
    const params = { ...place }
    const asked =
      name === null
        ? await renditionApi('POST /api/projects/:projectId/tracks/:trackId/versions/:versionId/renditions', {
            params,
            body: wish,
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
    // The next try asks anew.
    name = null
    return { state: 'failed', fraction: 0 }
  }
}
