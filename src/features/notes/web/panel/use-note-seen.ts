import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Instant, Milliseconds } from '#shared/units.ts'
import { freshThreads, seenUpTo, threadKey } from '../../note-unread.ts'
import type { Note } from '../../notes.contract.ts'
import { noteApi } from '../notes.client.ts'

const tellAfterMs: Milliseconds = 1500
/** Cards that come into view within this time are reported together. */
const gatherMs: Milliseconds = 250

/**
 * The mark at the start of the visit: newer notes count as new for the whole visit, so that none disappears while being
 * read.
 */
const seenQuery = (projectId: string, trackId: string) =>
  queryOptions({
    queryKey: ['project', projectId, 'notes-seen', trackId],
    queryFn: async ({ signal }) =>
      (
        await noteApi('GET /api/projects/:projectId/tracks/:trackId/notes/seen', {
          params: { projectId, trackId },
          signal,
        })
      ).seenAt,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
    meta: { private: true },
  })

export interface NotesSeen {
  readonly unreadCount: number
  /** By others, since the last visit. */
  readonly isFresh: (note: Note) => boolean
  /** Fresh, and not shown yet. */
  readonly isUnread: (note: Note) => boolean
  readonly onShown: (note: Note) => void
  readonly readAll: () => void
}

interface Watched {
  readonly projectId: string
  readonly trackId: string
  readonly myId: string
  readonly notes: readonly Note[]
}

/** What the user has seen of a track's notes: stored as one mark, written once for many notes. */
export function useNoteSeen({ projectId, trackId, myId, notes }: Watched): NotesSeen {
  const isKnown = trackId !== '' && myId !== ''
  const { data: since } = useQuery({ ...seenQuery(projectId, trackId), enabled: isKnown })
  const [shown, setShown] = useState<ReadonlySet<string>>(() => new Set())
  const fresh = useMemo(() => (since === undefined ? [] : freshThreads(notes, myId, since)), [notes, myId, since])
  const freshKeys = useMemo(() => new Set(fresh.map(({ key }) => key)), [fresh])
  const tell = useTellSeen({ projectId, trackId })

  useEffect(() => {
    const mark = shown.size === 0 ? undefined : seenUpTo(fresh, shown)
    if (mark !== undefined) tell(mark)
  }, [fresh, shown, tell])

  const isFresh = useCallback((note: Note) => freshKeys.has(threadKey(note, myId)), [freshKeys, myId])
  const isUnread = useCallback(
    (note: Note) => isFresh(note) && !shown.has(threadKey(note, myId)),
    [isFresh, shown, myId],
  )
  const gathered = useRef<string[]>([])
  const onShown = useCallback(
    (note: Note) => {
      if (gathered.current.push(threadKey(note, myId)) > 1) return
      setTimeout(() => {
        const keys = gathered.current.splice(0)
        setShown((before) => new Set([...before, ...keys]))
      }, gatherMs)
    },
    [myId],
  )
  return useMemo(
    () => ({
      unreadCount: fresh.reduce((count, { key }) => (shown.has(key) ? count : count + 1), 0),
      isFresh,
      isUnread,
      onShown,
      readAll: () => setShown(new Set(freshKeys)),
    }),
    [fresh, freshKeys, shown, isFresh, isUnread, onShown],
  )
}

/** Writes the latest mark after a delay, and at the latest on unmount. */
function useTellSeen({ projectId, trackId }: Pick<Watched, 'projectId' | 'trackId'>): (mark: Instant) => void {
  const reported = useRef<Instant>(Number.NEGATIVE_INFINITY)
  const waiting = useRef<{ readonly mark: Instant; readonly timer: ReturnType<typeof setTimeout> }>(undefined)
  const write = useCallback(() => {
    const { mark, timer } = waiting.current ?? {}
    clearTimeout(timer)
    waiting.current = undefined
    if (mark === undefined) return
    reported.current = mark
    // If it fails, the notes count as new once more, which is harmless.
    noteApi('PUT /api/projects/:projectId/tracks/:trackId/notes/seen', {
      params: { projectId, trackId },
      body: { seenAt: mark },
    }).catch(() => undefined)
  }, [projectId, trackId])
  useEffect(() => {
    window.addEventListener('pagehide', write)
    return () => {
      window.removeEventListener('pagehide', write)
      write()
      reported.current = Number.NEGATIVE_INFINITY
    }
  }, [write])
  return useCallback(
    (mark) => {
      if (mark <= Math.max(reported.current, waiting.current?.mark ?? reported.current)) return
      clearTimeout(waiting.current?.timer)
      waiting.current = { mark, timer: setTimeout(write, tellAfterMs) }
    },
    [write],
  )
}
