import { refused } from '#shared/errors.ts'
import { done } from '#shared/shapes.ts'
import type { Seconds } from '#shared/units.ts'
import { openTrack } from '#features/tracks/server/tracks.scope.ts'
import { emit } from '#server/events/events.queries.ts'
import type { Exchange } from '#server/http/http-exchange.ts'
import type { ProjectScope, ShareReach } from '#server/scope.ts'
import { guestClaimed } from './guest-hooks.ts'
import { browserKey } from './share-visits.ts'

/** Only for guests; members of the project have none. */
function visitOf({ share }: ProjectScope): ShareReach {
  if (!share) throw refused.not_found()
  return share
}

/** Required before a guest's first note. An account has its own name. */
export async function sayName(scope: ProjectScope, { name }: { readonly name: string }): Promise<typeof done> {
  const { db, projectId } = scope
  const { guestId, shareId } = visitOf(scope)
  await db.updateTable('guests').set({ name }).where('id', '=', guestId).where('user_id', 'is', null).execute()
  await emit(scope, `project:${projectId}`, 'share.named', { projectId, shareId })
  return done
}

interface Played {
  readonly trackId: string
  readonly started: boolean
  readonly furthestSeconds: Seconds
}

/** Kept cheap: a page sends it at most every ten seconds and ignores the answer. */
export async function notePlays(scope: ProjectScope, items: readonly Played[]): Promise<typeof done> {
  const { db, now } = scope
  const { guestId } = visitOf(scope)
  for (const { trackId, started, furthestSeconds } of items) {
    await openTrack(scope, trackId)
    const before = await db
      .selectFrom('guest_plays')
      .select(['played', 'furthest_seconds'])
      .where('guest_id', '=', guestId)
      .where('track_id', '=', trackId)
      .executeTakeFirst()
    const heard = {
      played: (before?.played ?? 0) + (started ? 1 : 0),
      furthest_seconds: Math.max(before?.furthest_seconds ?? 0, furthestSeconds),
    }
    await db
      .insertInto('guest_plays')
      .values({ guest_id: guestId, track_id: trackId, downloads: 0, ...heard })
      .onConflict((c) => c.columns(['guest_id', 'track_id']).doUpdateSet(heard))
      .execute()
  }
  await db.updateTable('guests').set({ last_seen_at: now() }).where('id', '=', guestId).execute()
  return done
}

/** Counts a file of the project that a guest has begun to download; members are not counted. */
export async function noteFileDownload({ db, share }: ProjectScope): Promise<void> {
  if (!share) return
  await db
    .updateTable('guests')
    .set((eb) => ({ file_downloads: eb('file_downloads', '+', 1) }))
    .where('id', '=', share.guestId)
    .execute()
}

/**
 * Gives everything this browser's guest wrote and uploaded to the account, or nothing. The guest stays in the link's
 * history, and decisions keep their name.
 */
export async function claimNotes(scope: ProjectScope, { request }: Exchange): Promise<{ notes: number }> {
  const { db, actor, config, now, projectId } = scope
  const { shareId, guestId } = visitOf(scope)
  const key = browserKey(config, request)
  const guest =
    key &&
    (await db
      .selectFrom('guests')
      .select('id')
      .where('share_id', '=', shareId)
      .where('key_hash', '=', key)
      .executeTakeFirst())
  // A guest who is not signed in already owns it.
  if (!guest || guest.id === guestId) return { notes: 0 }
  const moved = await db
    .updateTable('notes')
    .set({ author_id: actor.userId })
    .where('author_id', '=', guest.id)
    .executeTakeFirst()
  const reactions = await db.selectFrom('note_reactions').selectAll().where('user_id', '=', guest.id).execute()
  if (reactions.length > 0)
    await db
      .insertInto('note_reactions')
      .values(reactions.map((one) => ({ ...one, user_id: actor.userId })))
      .onConflict((c) => c.doNothing())
      .execute()
  await db.deleteFrom('note_reactions').where('user_id', '=', guest.id).execute()
  await db.updateTable('note_attachments').set({ author_id: actor.userId }).where('author_id', '=', guest.id).execute()
  await db.updateTable('versions').set({ uploaded_by: actor.userId }).where('uploaded_by', '=', guest.id).execute()
  await guestClaimed.ask(db, guest.id, actor.userId)
  // Frees the browser's key: the next visitor without an account is a new guest.
  await db
    .updateTable('guests')
    .set({ key_hash: `claimed:${guest.id}`, claimed_by: actor.userId, claimed_at: now() })
    .where('id', '=', guest.id)
    .execute()
  await emit(scope, `project:${projectId}`, 'note.claimed', { projectId, shareId })
  return { notes: Number(moved.numUpdatedRows) }
}
