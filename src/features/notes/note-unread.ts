import type { Instant } from '#shared/units.ts'
import type { Note } from './notes.contract.ts'

/** A thread with messages by others since the user last looked. */
export interface FreshThread {
  /** Of the last message: a later reply changes it. */
  readonly key: string
  /** The first and last new message by others. */
  readonly first: Instant
  readonly last: Instant
}

type Thread = Pick<Note, 'id' | 'authorId' | 'createdAt' | 'replies'>

/** Threads with new messages; for a user who has never looked, all messages by others are new. */
export function freshThreads(notes: readonly Thread[], myId: string, seenAt: Instant | null): readonly FreshThread[] {
  const since = seenAt ?? Number.NEGATIVE_INFINITY
  return notes.flatMap((note) => {
    const last = lastByOthers(note, myId)
    if (last === undefined || last <= since) return []
    const isFresh = (one: Pick<Note, 'authorId' | 'createdAt'>) => one.authorId !== myId && one.createdAt > since
    const first = isFresh(note)
      ? note.createdAt
      : Math.min(...note.replies.filter(isFresh).map(({ createdAt }) => createdAt))
    return { key: threadKey(note, myId), first, last }
  })
}

/** Identifies what the user saw of a thread. */
export function threadKey(note: Thread, myId: string): string {
  return `${note.id} ${lastByOthers(note, myId) ?? 0}`
}

/**
 * How far the mark may advance once these threads were shown: to just before the oldest new message that was not, so
 * that nothing unseen is marked. Undefined if it does not move.
 */
export function seenUpTo(fresh: readonly FreshThread[], shown: ReadonlySet<string>): Instant | undefined {
  let oldest = Number.POSITIVE_INFINITY
  for (const { key, first } of fresh) if (first < oldest && !shown.has(key)) oldest = first
  let reached: Instant | undefined
  for (const { key, last } of fresh)
    if (last < oldest && last > (reached ?? Number.NEGATIVE_INFINITY) && shown.has(key)) reached = last
  return reached
}

function lastByOthers({ authorId, createdAt, replies }: Thread, myId: string): Instant | undefined {
  let last = authorId === myId ? undefined : createdAt
  for (const reply of replies)
    if (reply.authorId !== myId && reply.createdAt > (last ?? Number.NEGATIVE_INFINITY)) last = reply.createdAt
  return last
}
