import { notesSeen } from './note-hooks.ts'
import type { TrackScope } from '#features/tracks/server/tracks.scope.ts'

interface Seen {
  readonly seenAt: number | null
}

/** One mark for all notes of a track: what is newer has not been seen. */
export async function readSeen({ db, actor, track }: TrackScope): Promise<Seen> {
  const row = await db
    .selectFrom('note_seen')
    .select('seen_at')
    .where('user_id', '=', actor.userId)
    .where('track_id', '=', track.id)
    .executeTakeFirst()
  return { seenAt: row?.seen_at ?? null }
}

/** Of several windows the furthest counts; nobody has seen what is not written yet. */
export async function seeNotes(scope: TrackScope, { seenAt }: { readonly seenAt: number }): Promise<Seen> {
  const { db, actor, track, now, share } = scope
  // A guest has a browser and no account to remember it with.
  if (share?.guestId === actor.userId) return { seenAt }
  const mark = { user_id: actor.userId, track_id: track.id, seen_at: Math.min(seenAt, now()) }
  await db
    .insertInto('note_seen')
    .values(mark)
    .onConflict((c) =>
      c
        .columns(['user_id', 'track_id'])
        .doUpdateSet({ seen_at: mark.seen_at })
        .where('note_seen.seen_at', '<', mark.seen_at),
    )
    .execute()
  await notesSeen.ask(scope, mark.seen_at)
  return readSeen(scope)
}
