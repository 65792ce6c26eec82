import type { FastifyRequest } from 'fastify'
import type { Db } from '#server/db/open-database.ts'
import { clientAddress } from '#server/router/client-address.ts'
import { SHARE_ADDRESS, type Actor, type GuestDoor, type GuestVisit } from '#server/scope.ts'
import type { Services } from '#server/services.ts'
import { guestKey } from './guest-cookie.ts'
import { reachOf, stateOf } from './share-reach.ts'
import { hashOf } from './share-tokens.ts'

/** Authenticates guests by what the database says about their link now. */
export function guestDoor({ config, database: { db }, now }: Services): GuestDoor {
  return {
    isGuest: (request) => guestKey(config, request) !== undefined,
    async findVisit(request, address, user) {
      const key = visitorKey(guestKey(config, request), user)
      if (key === undefined) return undefined
      const share = await db
        .selectFrom('shares')
        .innerJoin('projects', 'projects.id', 'shares.project_id')
        .selectAll('shares')
        .where('shares.id', '=', address.slice(SHARE_ADDRESS.length))
        .where('projects.deleted_at', 'is', null)
        .executeTakeFirst()
      if (!share || stateOf(share, now()) !== 'working') return undefined
      const guest = await db
        .selectFrom('guests')
        .select(['id', 'name', 'user_id'])
        .where('share_id', '=', share.id)
        .where('key_hash', '=', key)
        .where('epoch', '=', share.epoch)
        .executeTakeFirst()
      if (!guest) return undefined
      return {
        // A signed-in user acts as themselves: what they write belongs to the account.
        actor: user ?? { userId: guest.id, name: guest.name ?? '', email: '', emailVerified: false, isAdmin: false },
        projectId: share.project_id,
        role: share.may_comment === 1 ? 'commenter' : 'listener',
        mayDownload: share.may_download === 1,
        share: reachOf(share, guest.id, clientAddress(request.raw, config.TRUSTED_PROXIES)),
      } satisfies GuestVisit
    },
    async noteDownload({ share, projectId }, trackId) {
      const trackIds = trackId === null ? await tracksWithin(db, projectId, share.trackIds) : [trackId]
      if (trackIds.length === 0) return
      await db
        .insertInto('guest_plays')
        .values(
          trackIds.map((id) => ({
            guest_id: share.guestId,
            track_id: id,
            played: 0,
            furthest_seconds: 0,
            downloads: 1,
          })),
        )
        .onConflict((c) =>
          c.columns(['guest_id', 'track_id']).doUpdateSet((eb) => ({ downloads: eb('guest_plays.downloads', '+', 1) })),
        )
        .execute()
    },
  }
}

/** The tracks with something to download: those that the link names, otherwise all that are not archived. */
async function tracksWithin(db: Db, projectId: string, named: readonly string[] | null): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('tracks')
    .select('id')
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .$if(named === null, (q) => q.where('archived_at', 'is', null))
    .$if(named !== null, (q) => q.where('id', 'in', ['', ...(named ?? [])]))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('versions')
          .select('versions.id')
          .whereRef('versions.track_id', '=', 'tracks.id')
          .where('versions.deleted_at', 'is', null),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** An account is the same visitor in every browser; anybody else is identified by their browser. */
export function visitorKey(key: string | undefined, user: Pick<Actor, 'userId'> | undefined): string | undefined {
  if (user) return `user:${user.userId}`
  return key === undefined ? undefined : hashOf(key)
}

/** The guest that this browser was before the user signed in. */
export function browserKey(config: Services['config'], request: FastifyRequest): string | undefined {
  const key = guestKey(config, request)
  return key === undefined ? undefined : hashOf(key)
}
