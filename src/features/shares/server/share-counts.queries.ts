import { cutPage, readCursor } from '#server/db/paging.ts'
import type { Db } from '#server/db/open-database.ts'
import type { Share, ShareGuest } from '../shares.contract.ts'
import type { LinkScope } from './shares.scope.ts'

export interface PageRequest {
  readonly cursor?: string | undefined
  readonly limit: number
}

export type ShareCounts = Pick<Share, 'opened' | 'played' | 'downloads' | 'lastSeenAt' | 'guests' | 'furthest'>

/** Counts of links' visits in three reads. Members who tried their own link are left out. */
export async function countsOf(db: Db, shareIds: readonly string[]): Promise<ReadonlyMap<string, ShareCounts>> {
  const ids = ['', ...shareIds]
  const visits = await db
    .selectFrom('guests')
    .select((eb) => [
      'share_id',
      eb.fn.sum<number>('opened').as('opened'),
      eb.fn.sum<number>('file_downloads').as('file_downloads'),
      eb.fn.countAll<number>().as('guests'),
      eb.fn.max('last_seen_at').as('last_seen_at'),
    ])
    .where('share_id', 'in', ids)
    .where('is_member', '=', 0)
    .groupBy('share_id')
    .execute()
  const plays = await db
    .selectFrom('guest_plays')
    .innerJoin('guests', 'guests.id', 'guest_plays.guest_id')
    .select((eb) => [
      'guests.share_id',
      'guest_plays.track_id',
      eb.fn.sum<number>('played').as('played'),
      eb.fn.sum<number>('downloads').as('downloads'),
      eb.fn.max('furthest_seconds').as('furthest'),
    ])
    .where('guests.share_id', 'in', ids)
    .where('guests.is_member', '=', 0)
    .groupBy(['guests.share_id', 'guest_plays.track_id'])
    .execute()
  const lengths = await lengthsOf(
    db,
    plays.map((row) => row.track_id),
  )
  const ofShare = Map.groupBy(plays, (row) => row.share_id)
  return new Map(
    visits.map((row): [string, ShareCounts] => {
      const heard = ofShare.get(row.share_id) ?? []
      const reached = heard.flatMap(({ track_id, furthest }) =>
        lengths.has(track_id) && furthest > 0 ? [Math.min(1, furthest / (lengths.get(track_id) ?? 1))] : [],
      )
      return [
        row.share_id,
        {
          opened: Number(row.opened),
          guests: Number(row.guests),
          lastSeenAt: row.last_seen_at,
          played: sum(heard.map(({ played }) => Number(played))),
          downloads: Number(row.file_downloads) + sum(heard.map(({ downloads }) => Number(downloads))),
          furthest: reached.length > 0 ? Math.max(...reached) : null,
        },
      ]
    }),
  )
}

/** A link's guests, latest first. */
export async function listGuests(
  { db, link }: LinkScope,
  { cursor, limit }: PageRequest,
): Promise<{ items: ShareGuest[]; nextCursor: string | null }> {
  const after = readCursor(cursor)
  const rows = await db
    .selectFrom('guests')
    .leftJoin('user', (join) =>
      join.on((eb) => eb('user.id', '=', eb.fn.coalesce('guests.user_id', 'guests.claimed_by'))),
    )
    .selectAll('guests')
    .select('user.name as account_name')
    .where('share_id', '=', link.id)
    .where('is_member', '=', 0)
    .$if(after !== undefined, (q) =>
      q.where((eb) =>
        eb.or([
          eb('guests.last_seen_at', '<', after?.[0] ?? 0),
          eb.and([eb('guests.last_seen_at', '=', after?.[0] ?? 0), eb('guests.id', '<', after?.[1] ?? '')]),
        ]),
      ),
    )
    .orderBy('guests.last_seen_at', 'desc')
    .orderBy('guests.id', 'desc')
    .limit(limit + 1)
    .execute()
  const plays = await db
    .selectFrom('guest_plays')
    .innerJoin('tracks', 'tracks.id', 'guest_plays.track_id')
    .selectAll('guest_plays')
    .select('tracks.title')
    .where('guest_id', 'in', ['', ...rows.map(({ id }) => id)])
    .orderBy('tracks.position')
    .execute()
  const lengths = await lengthsOf(
    db,
    plays.map((row) => row.track_id),
  )
  const ofGuest = Map.groupBy(plays, (row) => row.guest_id)
  return cutPage(
    rows,
    limit,
    (row) => [row.last_seen_at, row.id],
    (row): ShareGuest => {
      const heard = ofGuest.get(row.id) ?? []
      return {
        id: row.id,
        name: row.account_name ?? row.name,
        hasAccount: row.user_id !== null || row.claimed_by !== null,
        opened: row.opened,
        lastSeenAt: row.last_seen_at,
        played: sum(heard.map(({ played }) => played)),
        downloads: row.file_downloads + sum(heard.map(({ downloads }) => downloads)),
        fileDownloads: row.file_downloads,
        heard: heard.map((one) => ({
          trackId: one.track_id,
          trackTitle: one.title,
          played: one.played,
          furthestSeconds: one.furthest_seconds,
          durationSeconds: lengths.get(one.track_id) ?? null,
          downloads: one.downloads,
        })),
      }
    },
  )
}

/** The duration of the longest version, if known, in seconds. */
async function lengthsOf(db: Db, trackIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('versions')
    .select((eb) => ['track_id', eb.fn.max('duration_seconds').as('seconds')])
    .where('track_id', 'in', ['', ...new Set(trackIds)])
    .where('deleted_at', 'is', null)
    .groupBy('track_id')
    .execute()
  return new Map(
    rows.flatMap(({ track_id, seconds }): [string, number][] =>
      seconds === null || seconds <= 0 ? [] : [[track_id, seconds]],
    ),
  )
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
