import { queryOptions } from '@tanstack/react-query'
import { parseComparisonMap } from '#audio/comparison-map-file.ts'
import type { renditionRoutes } from '#features/renditions/renditions.contract.ts'
import type { Hertz } from '#shared/units.ts'
import { client } from '#web/api/api-client.ts'
import type { Heard } from '#web/player/listening.ts'
import type { comparisonRoutes } from '../comparisons.contract.ts'

/**
 * The prefix of every key of a project's comparisons. Separate from the queries, because the first bundle needs only
 * this.
 */
export const comparisonsKey = (projectId: string) => ['project', projectId, 'comparisons'] as const

const comparisonApi = client<typeof comparisonRoutes>()
const renditionApi = client<typeof renditionRoutes>()

/** The live channel reports completion; polled in case that message got lost. */
const askAgainMs = 3000

/** What changed from one version to another. Requesting it starts the comparison. */
export const comparisonQuery = (projectId: string, versionA: string, versionB: string) =>
  queryOptions({
    queryKey: [...comparisonsKey(projectId), versionA, versionB],
    queryFn: ({ signal }) =>
      comparisonApi('POST /api/projects/:projectId/comparisons', {
        params: { projectId },
        body: { versionA, versionB },
        signal,
      }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'working' ? askAgainMs : false),
  })

/** Never changes once it exists. */
export const comparisonMapQuery = (projectId: string, comparisonId: string) =>
  queryOptions({
    queryKey: [...comparisonsKey(projectId), 'map', comparisonId],
    staleTime: Infinity,
    // It contains functions, which cannot be stored on disk.
    meta: { private: true },
    queryFn: async ({ signal }) => {
      const response = await fetch(
        `/api/projects/${encodeURIComponent(projectId)}/comparisons/${encodeURIComponent(comparisonId)}/map`,
        { credentials: 'same-origin', signal },
      )
      if (!response.ok) throw new Error(`the map answered ${response.status}`)
      return parseComparisonMap(await response.arrayBuffer())
    },
  })

type VersionPlace = Pick<Heard, 'projectId' | 'trackId' | 'versionId'>

/** The subject under which the live channel reports progress. */
export const resampledSubject = (versionId: string, rate: Hertz) => `${versionId}/resampled-${rate}`

/** A version at another sample rate. Requesting it starts the conversion. */
export const resampledQuery = ({ projectId, trackId, versionId }: VersionPlace, rate: Hertz) =>
  queryOptions({
    queryKey: ['project', projectId, 'resampled', versionId, rate],
    // The server refuses a rate that it does not make.
    queryFn: ({ signal }) =>
      renditionApi('POST /api/projects/:projectId/tracks/:trackId/versions/:versionId/renditions', {
        params: { projectId, trackId, versionId },
        body: { kind: 'resampled', rate: rate as 48_000 },
        signal,
      }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'making' || data?.state === 'none' ? askAgainMs : false),
  })

/** The stream URLs of such a version. */
export function resampledUrls(
  { projectId, trackId, versionId }: VersionPlace,
  rate: Hertz,
): { readonly stream: string; readonly index: string } {
  const place = ['projects', projectId, 'tracks', trackId, 'versions', versionId].map(encodeURIComponent).join('/')
  const base = `/api/${place}/resampled`
  return { stream: `${base}/stream?rate=${rate}`, index: `${base}/index?rate=${rate}` }
}
