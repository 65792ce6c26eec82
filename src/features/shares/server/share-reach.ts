import type { Selectable } from 'kysely'
import { SHARE_ADDRESS, type ShareReach } from '#server/scope.ts'
import type { Instant } from '#shared/units.ts'
import type { Share, ShareMay, ShareWhat } from '../shares.contract.ts'
import type { ShareTable } from './shares.tables.ts'

type ShareRow = Selectable<ShareTable>

export function reachOf(row: ShareRow, guestId: string, askedFrom: string): ShareReach {
  const { seeNotes, files = false, original = true, ...may } = mayOf(row)
  return {
    shareId: row.id,
    guestId,
    askedFrom,
    address: shareAddress(row),
    trackIds: row.track_ids === null ? null : JSON.parse(row.track_ids),
    versionId: row.version_id,
    latestOnly: row.latest_only === 1,
    may: { listen: true, files, ...may, original: may.download && original },
    seesNotes: seeNotes,
  }
}

/** The link's alias for its project. */
export function shareAddress({ id }: Pick<ShareRow, 'id'>): string {
  return `${SHARE_ADDRESS}${id}`
}

export function mayOf(
  row: Pick<
    ShareRow,
    'may_comment' | 'may_see_notes' | 'may_approve' | 'may_download' | 'may_original' | 'may_upload' | 'may_files'
  >,
): ShareMay {
  return {
    comment: row.may_comment === 1,
    seeNotes: row.may_see_notes === 1,
    approve: row.may_approve === 1,
    download: row.may_download === 1,
    original: row.may_original === 1,
    upload: row.may_upload === 1,
    files: row.may_files === 1,
  }
}

export function whatOf({
  kind,
  track_ids,
  version_id,
  latest_only,
}: Pick<ShareRow, 'kind' | 'track_ids' | 'version_id' | 'latest_only'>): ShareWhat {
  const trackIds: string[] = track_ids === null ? [] : JSON.parse(track_ids)
  if (kind === 'version') return { kind, trackId: trackIds[0] ?? '', versionId: version_id ?? '' }
  return kind === 'tracks'
    ? { kind, trackIds, latestOnly: latest_only === 1 }
    : { kind: 'project', latestOnly: latest_only === 1 }
}

/** Whether a link lets in nobody who has not been there before. */
export function isUsedUp({ most_opens, visits }: Pick<ShareRow, 'most_opens' | 'visits'>): boolean {
  return most_opens !== null && visits >= most_opens
}

/** Whom the link is for, in lower case; empty for anyone. */
export function addressesOf({ addresses }: Pick<ShareRow, 'addresses'>): readonly string[] {
  return addresses === null ? [] : (JSON.parse(addresses) as string[])
}

/** Whether nothing but its address guards a link, so that whoever sees the address could open it. */
export function isOpenToAll(row: ShareRow, now: Instant): boolean {
  return (
    stateOf(row, now) === 'working' && row.password_hash === null && row.most_opens === null && row.addresses === null
  )
}

export function stateOf(
  { revoked_at, expires_at, starts_at }: Pick<ShareRow, 'revoked_at' | 'expires_at' | 'starts_at'>,
  now: Instant,
): Share['state'] {
  if (revoked_at !== null) return 'revoked'
  if (expires_at !== null && expires_at <= now) return 'expired'
  return starts_at !== null && starts_at > now ? 'not-yet' : 'working'
}
