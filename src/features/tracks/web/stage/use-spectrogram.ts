import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { Milliseconds } from '#shared/units.ts'
import { useServerProgress } from '#web/live/progress-store.ts'
import type { Heard } from '#web/player/listening.ts'
import { SpectrogramSource, type SpectrogramState } from './spectrogram-source.ts'
import { spectrogramKey, trackApi } from '../tracks.client.ts'
import { versionUrls } from '../versions/version-sound.ts'

/** Without progress for this long, it has failed. */
const PATIENCE_MS: Milliseconds = 90_000

interface SpectrogramAsked {
  readonly source: SpectrogramSource
  /** `working` while the server makes it; `share` is the progress. */
  readonly state: SpectrogramState | 'working'
  readonly share: number | undefined
  readonly tryAgain: () => void
}

/** A version's spectrogram, made when it is first viewed; the live channel reports progress and completion. */
export function useSpectrogram({
  projectId,
  trackId,
  versionId,
}: Pick<Heard, 'projectId' | 'trackId' | 'versionId'>): SpectrogramAsked {
  const { data, isError, refetch } = useQuery({
    queryKey: spectrogramKey(versionId),
    queryFn: () =>
      trackApi('POST /api/projects/:projectId/tracks/:trackId/versions/:versionId/spectrogram', {
        params: { projectId, trackId, versionId },
        body: { channels: 'mix' },
      }),
    staleTime: ({ state }) => (state.data?.state === 'ready' ? Infinity : 0),
  })
  const url = `${versionUrls(projectId, { trackId, id: versionId }).spectrogram}?channels=mix`
  const source = useMemo(() => new SpectrogramSource(url), [url])
  const drawn = useSyncExternalStore(source.subscribe, source.state)
  const share = useServerProgress(`spectrogram:${versionId}`)
  const isMade = data?.state === 'ready'
  const isStuck = useStuck(data?.state === 'working', share)
  useEffect(() => {
    if (!isMade) return undefined
    source.open()
    return () => source.close()
  }, [source, isMade])
  const hasFailed = isError || isStuck || data?.state === 'failed'
  return {
    source,
    share,
    state: isMade ? drawn : hasFailed ? 'failed' : 'working',
    tryAgain: () => (isMade ? source.open() : void refetch()),
  }
}

/** Whether there has been no progress for too long. */
function useStuck(isWorking: boolean, share: number | undefined): boolean {
  const [stuckAt, setStuckAt] = useState<number | 'begin'>()
  useEffect(() => {
    if (!isWorking) return undefined
    const timer = setTimeout(() => setStuckAt(share ?? 'begin'), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [isWorking, share])
  return isWorking && stuckAt === (share ?? 'begin')
}
