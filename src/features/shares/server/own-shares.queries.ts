import { moment, momentOrNull, type OwnPart, type OwnThing } from '#features/account/server/own-data.ts'
import { openProjects } from '#features/projects/server/own-projects.queries.ts'
import type { UserScope } from '#server/scope.ts'
import { addressesOf } from './share-reach.ts'

export const ownShares: readonly OwnPart[] = [
  { name: 'shareLinks', read: madeLinks },
  { name: 'linkVisits', read: visitedLinks },
]

/**
 * With each link's label only while the user may edit the project, because others can change it. Without tokens, which
 * grant access.
 */
async function madeLinks(scope: UserScope): Promise<readonly OwnThing[]> {
  const { db, actor } = scope
  const rows = await db
    .selectFrom('shares')
    .leftJoin(openProjects(scope), 'open.id', 'shares.project_id')
    .select([
      'shares.kind',
      'shares.label',
      'shares.person',
      'shares.message',
      'shares.starts_at',
      'shares.expires_at',
      'shares.most_opens',
      'shares.addresses',
      'shares.created_at',
      'shares.revoked_at',
      'open.id as open_id',
      'open.name as open_name',
      'open.is_edited',
    ])
    .where('shares.created_by', '=', actor.userId)
    .orderBy('shares.created_at')
    .orderBy('shares.id')
    .execute()
  return rows.map((row) => ({
    projectId: row.open_id,
    project: row.open_name,
    opens: row.kind,
    ...(row.is_edited && { label: row.label, person: row.person, message: row.message }),
    madeAt: moment(row.created_at),
    startsAt: momentOrNull(row.starts_at),
    expiresAt: momentOrNull(row.expires_at),
    mostOpens: row.most_opens,
    forAddresses: addressesOf(row).length,
    revokedAt: momentOrNull(row.revoked_at),
  }))
}

/** Visits by others' share links, with what the link's owner sees of the user. */
async function visitedLinks({ db, actor }: UserScope): Promise<readonly OwnThing[]> {
  const rows = await db
    .selectFrom('guests')
    .leftJoin('guest_plays', 'guest_plays.guest_id', 'guests.id')
    .select(['guests.name', 'guests.opened', 'guests.file_downloads', 'guests.created_at', 'guests.last_seen_at'])
    .select((eb) => [
      eb.fn.sum<number | null>('guest_plays.played').as('played'),
      eb.fn.sum<number | null>('guest_plays.downloads').as('downloads'),
    ])
    .where((eb) => eb.or([eb('guests.user_id', '=', actor.userId), eb('guests.claimed_by', '=', actor.userId)]))
    .groupBy([
      'guests.id',
      'guests.name',
      'guests.opened',
      'guests.file_downloads',
      'guests.created_at',
      'guests.last_seen_at',
    ])
    .orderBy('guests.created_at')
    .orderBy('guests.id')
    .execute()
  return rows.map(
    ({ name, opened, played, downloads, file_downloads: files, created_at: first, last_seen_at: last }) => ({
      as: name,
      opened,
      played: Number(played ?? 0),
      downloads: files + Number(downloads ?? 0),
      firstOpenedAt: moment(first),
      lastSeenAt: moment(last),
    }),
  )
}
