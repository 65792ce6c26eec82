import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Track } from '#features/tracks/tracks.contract.ts'
import { projectDetailsQuery } from '#features/tracks/web/tracks.client.ts'
import type { LikelyTrack, transferRoutes } from '#features/transfers/transfers.contract.ts'
import { client } from '#web/api/api-client.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { frameStrings } from '#web/ui/frame/frame.strings.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import styles from './LikelyTrackOffer.module.css'
import { transferStrings } from '../transfers.strings.ts'

const api = client<typeof transferRoutes>()
const offersKey = 'likely-track'

interface LikelyTrackOfferProps {
  readonly projectId: string
  /** The track that the upload created. */
  readonly madeTrackId: string
  /** The present track of the version, with its number. */
  readonly track: Pick<Track, 'id' | 'title'>
  readonly number: number
  readonly tracks: readonly Pick<Track, 'id' | 'title'>[]
}

/**
 * If the file name did not match a track, the sound may: offers the likely track, a button that makes the upload its
 * next version, and an undo.
 */
export function LikelyTrackOffer({ projectId, madeTrackId, track, number, tracks }: LikelyTrackOfferProps) {
  const queries = useQueryClient()
  const params = { projectId, trackId: madeTrackId }
  const hasMoved = track.id !== madeTrackId
  const { data } = useQuery({
    queryKey: [offersKey, projectId, madeTrackId],
    queryFn: ({ signal }) => api('GET /api/projects/:projectId/tracks/:trackId/likely', { params, signal }),
    enabled: !hasMoved,
    staleTime: Infinity,
    meta: { private: true },
  })
  const refresh = () => queries.invalidateQueries({ queryKey: projectDetailsQuery(projectId).queryKey })
  // Other uploads of the batch may have been matched to this one's track, which is in the trash now: refetch their
  // matches.
  const askAgain = () =>
    queries.invalidateQueries({
      predicate: ({ queryKey, state }) =>
        queryKey[0] === offersKey && (state.data as LikelyTrack | undefined)?.likely?.track.id === madeTrackId,
    })
  const part = useMutation({
    mutationFn: () => api('POST /api/projects/:projectId/tracks/:trackId/part', { params }),
    onError: (error) => toast({ tone: 'error', text: text(transferStrings.partFailed, { reason: reasonOf(error) }) }),
    onSettled: refresh,
  })
  const join = useMutation({
    mutationFn: (into: Pick<Track, 'id' | 'title'>) =>
      api('POST /api/projects/:projectId/tracks/:trackId/join', { params, body: { intoTrackId: into.id } }),
    onSuccess: (joined, { title }) => {
      toast({ text: text(transferStrings.joined, { number: joined.number, title }), undo: () => part.mutate() })
      void askAgain()
    },
    onError: (error, { title }) =>
      toast({ tone: 'error', text: text(transferStrings.joinFailed, { title, reason: reasonOf(error) }) }),
    onSettled: refresh,
  })
  const likely = data?.likely
  const into = tracks.find(({ id }) => id === likely?.track.id)
  // The same button before and after the move, so that the focus stays.
  const offer = hasMoved
    ? {
        words: text(transferStrings.joined, { number, title: track.title }),
        label: frameStrings.undo,
        press: () => part.mutate(),
      }
    : likely &&
      into && {
        words: text(likely.isSure ? transferStrings.soundsSure : transferStrings.soundsLikely, {
          number: likely.number,
          title: into.title,
        }),
        label: text(transferStrings.makeVersion, { title: into.title }),
        press: () => join.mutate(into),
      }
  if (!offer) return null
  return (
    <div className={styles.offer} data-asks={!hasMoved || undefined}>
      <span>{offer.words}</span>
      <Button size="small" busy={join.isPending || part.isPending} onClick={offer.press}>
        {offer.label}
      </Button>
    </div>
  )
}
