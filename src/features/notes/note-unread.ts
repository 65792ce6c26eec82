import type { Instant } from '#shared/units.ts'
import type { Note } from './notes.contract.ts'

/** When others last said something in a thread; undefined where nobody else has. */
export function lastByOthers({ authorId, createdAt, replies }: Pick<Note, 'authorId' | 'createdAt' | 'replies'>, myId: string): Instant | undefined {
  const said = [{ authorId, createdAt }, ...replies].filter((one) => one.authorId !== myId)
  return said.length === 0 ? undefined : Math.max(...said.map((one) => one.createdAt))
}

/** Whether others have said something since one has last looked; everything is new to who never has. */
export function isNew(note: Note, myId: string, seenAt: Instant | null): boolean {
  const last = lastByOthers(note, myId)
  return last !== undefined && last > (seenAt ?? Number.NEGATIVE_INFINITY)
}

/**
 * How far the mark may go when these were shown: up to just before the oldest new thing that was not, so that nothing is
 * called seen that nobody saw. Undefined where it stays.
 */
export function seenUpTo(notes: readonly Note[], myId: string, { seenAt, shown }: { readonly seenAt: Instant | null, readonly shown: ReadonlySet<string> }): Instant | undefined {
  const fresh = notes.flatMap((note) => (isNew(note, myId, seenAt) ? [{ at: firstNew(note, myId, seenAt), last: lastByOthers(note, myId) ?? 0, isShown: shown.has(shownKey(note, myId)) }] : []))
  const oldest = Math.min(...fresh.filter(({ isShown }) => !isShown).map(({ at }) => at))
  const reached = fresh.filter(({ last, isShown }) => isShown && last < oldest).map(({ last }) => last)
  return reached.length === 0 ? undefined : Math.max(...reached)
}

/** What was shown of a thread: a later answer makes it new again. */
export function shownKey(note: Note, myId: string): string {
  return `${note.id} ${lastByOthers(note, myId) ?? 0}`
}

function firstNew({ authorId, createdAt, replies }: Note, myId: string, seenAt: Instant | null): Instant {
  const fresh = [{ authorId, createdAt }, ...replies].filter((one) => one.authorId !== myId && one.createdAt > (seenAt ?? Number.NEGATIVE_INFINITY))
  return Math.min(...fresh.map((one) => one.createdAt))
}
