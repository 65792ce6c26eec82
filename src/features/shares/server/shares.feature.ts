import { ownData } from '#features/account/server/own-data.ts'
import { formerSelves } from '#features/approvals/server/approval-hooks.ts'
import { guestNames } from '#features/tracks/server/track-hooks.ts'
import type { Db } from '#server/db/open-database.ts'
import { defineFeature } from '#server/feature.ts'
import { housekeepingDue } from '#server/jobs/housekeeping-hooks.ts'
import { serve } from '#server/router/route-table.ts'
import type { UserScope } from '#server/scope.ts'
import { shareRoutes } from '../shares.contract.ts'
import { sharePolicy } from '../shares.policy.ts'
import { claimNotes, notePlays, sayName } from './guests.queries.ts'
import { ownShares } from './own-shares.queries.ts'
import { forgetOldCodes } from './share-codes.queries.ts'
import { listGuests } from './share-counts.queries.ts'
import { openShareLink } from './share-door.queries.ts'
import { sendShareCover } from './share-preview.queries.ts'
import { listAllShares, listShares } from './share-rows.queries.ts'
import { createShares, editShare, restoreShare, revokeShare, rotateShare } from './shares.queries.ts'
import { openLink } from './shares.scope.ts'

const serveShares = serve(shareRoutes, {
  'GET /api/shares': ({ scope, query }) => listAllShares(scope, query),
  'GET /api/projects/:projectId/shares': ({ scope, query }) => listShares(scope, query),
  'POST /api/projects/:projectId/shares': ({ scope, body }) => createShares(scope, body),
  'PATCH /api/projects/:projectId/shares/:shareId': async ({ scope, params, body }) =>
    editShare(await openLink(scope, params.shareId), body),
  'DELETE /api/projects/:projectId/shares/:shareId': async ({ scope, params }) =>
    revokeShare(await openLink(scope, params.shareId)),
  'POST /api/projects/:projectId/shares/:shareId/restore': async ({ scope, params }) =>
    restoreShare(await openLink(scope, params.shareId)),
  'POST /api/projects/:projectId/shares/:shareId/rotate': async ({ scope, params }) =>
    rotateShare(await openLink(scope, params.shareId)),
  'GET /api/projects/:projectId/shares/:shareId/guests': async ({ scope, params, query }) =>
    listGuests(await openLink(scope, params.shareId), query),
  'POST /api/share/:token': ({ scope, params, body, ...exchange }) =>
    openShareLink(scope, params.token, body, exchange),
  'GET /api/share/:token/cover': ({ scope, params, reply }) => sendShareCover(scope, params.token, reply),
  'PUT /api/projects/:projectId/guest': ({ scope, body }) => sayName(scope, body),
  'POST /api/projects/:projectId/plays': ({ scope, body }) => notePlays(scope, body.items),
  'POST /api/projects/:projectId/claim': ({ scope, ...exchange }) => claimNotes(scope, exchange),
})

export const sharesFeature = defineFeature({
  name: 'shares',
  serves: [serveShares],
  actions: { policy: sharePolicy, tokens: { 'share.manage': ['manage'], 'share.visit': [] } },
  tables: {
    shares: { export: 'left-behind', ownData: ['shareLinks'] },
    guests: { export: 'left-behind', ownData: ['linkVisits'] },
    share_codes: { export: 'left-behind', ownData: { none: 'hashes that last for minutes' } },
    guest_plays: { export: 'left-behind', ownData: ['linkVisits'] },
  },
  answers: [
    guestNames.answeredBy(namesByGuest),
    formerSelves.answeredBy(guestsClaimedBy),
    housekeepingDue.answeredBy(forgetOldCodes),
    ownData.answeredBy(() => ownShares),
  ],
})

/** The names that guests gave; null without one. */
async function namesByGuest(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  const rows = await db
    .selectFrom('guests')
    .select(['id', 'name'])
    .where('id', 'in', ['', ...ids])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The guest ids that a user has claimed. */
async function guestsClaimedBy({ db, actor }: UserScope): Promise<readonly string[]> {
  const rows = await db.selectFrom('guests').select('id').where('claimed_by', '=', actor.userId).execute()
  return rows.map(({ id }) => id)
}
