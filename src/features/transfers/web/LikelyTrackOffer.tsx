import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { projectDetailsQuery } from '#features/tracks/web/project-details.query.ts'
import type { Track } from '#features/tracks/tracks.contract.ts'
import type { transferRoutes } from '#features/transfers/transfers.contract.ts'
import { client } from '#web/api/api-client.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { transferStrings } from './transfers.strings.ts'
import styles from './LikelyTrackOffer.module.css'

const api = client<typeof transferRoutes>()

interface LikelyTrackOfferProps {
  readonly projectId: string
  /** With one version, which was uploaded just now. */
  readonly track: Track
}

/** Where the name of a file told nothing, its sound may: which track it is, and a press that makes it the next version there. */
export function LikelyTrackOffer({ projectId, track }: LikelyTrackOfferProps) {
  const queries = useQueryClient()
  const params = { projectId, trackId: track.id }
  const { data } = useQuery({
    queryKey: ['likely-track', projectId, track.id],
    queryFn: ({ signal }) => api('GET /api/projects/:projectId/tracks/:trackId/likely', { params, signal }),
    staleTime: Infinity,
    retry: false,
    meta: { private: true },
  })
  const refresh = () => queries.invalidateQueries({ queryKey: projectDetailsQuery(projectId).queryKey })
  const part = useMutation({
    mutationFn: () => api('POST /api/projects/:projectId/tracks/:trackId/part', { params }),
    onError: (error) => toast({ tone: 'error', text: text(transferStrings.partFailed, { reason: reasonOf(error) }) }),
    onSettled: refresh,
  })
  const join = useMutation({
    mutationFn: (intoTrackId: string) => api('POST /api/projects/:projectId/tracks/:trackId/join', { params, body: { intoTrackId } }),
    onSuccess: ({ number }) => toast({ text: text(transferStrings.joined, { number, title: data?.likely?.track.title ?? '' }), undo: () => part.mutate() }),
    onError: (error) => toast({ tone: 'error', text: text(transferStrings.joinFailed, { title: data?.likely?.track.title ?? '', reason: reasonOf(error) }) }),
    onSettled: refresh,
  })
  const likely = data?.likely
  if (!likely) return null
  const { isSure, number, track: { id, title } } = likely
  return (
    <div className={styles.offer}>
      <span>{text(isSure ? transferStrings.soundsSure : transferStrings.soundsLikely, { number, title })}</span>
      <Button size="small" busy={join.isPending} onClick={() => join.mutate(id)}>{text(transferStrings.makeVersion, { title })}</Button>
    </div>
  )
}
