import { sql } from 'kysely'
import type { BroughtBytes, BroughtRow, ProjectIds } from '#features/projects/server/project-hooks.ts'
import type { Instant, Milliseconds } from '#shared/units.ts'
import type { Db } from '#server/db/open-database.ts'

/** How long an inactive upload is kept. */
export const UPLOAD_KEPT_MS: Milliseconds = 7 * 24 * 3600_000
/** How long after its last byte an upload keeps its space reserved; later parts reserve again. */
export const HOLD_MS: Milliseconds = 15 * 60_000

/** Whether space is reserved for the rest of an upload with this expiry. */
export function isHeld({ expires_at: expiresAt }: { readonly expires_at: Instant }, now: Instant): boolean {
  return expiresAt > now + UPLOAD_KEPT_MS - HOLD_MS
}

/** Bytes that running uploads still have to write. */
export async function bytesToCome(
  db: Db,
  now: Instant,
  { exceptId = '' }: { readonly exceptId?: string } = {},
): Promise<number> {
  const row = await db
    .selectFrom('uploads')
    .select(sql<number | null>`sum(size_bytes - offset_bytes)`.as('bytes'))
    .where('state', '=', 'receiving')
    .where('expires_at', '>', now + UPLOAD_KEPT_MS - HOLD_MS)
    .where('id', '!=', exceptId)
    .executeTakeFirst()
  return row?.bytes ?? 0
}

/** Those of these versions that a running upload will become. */
export async function versionsToCome(db: Db, versionIds: readonly string[]): Promise<readonly string[]> {
  const uploads = await db
    .selectFrom('uploads')
    .select('version_id')
    .where('version_id', 'in', ['', ...versionIds])
    .where('state', 'in', ['receiving', 'sealing'])
    .execute()
  return uploads.map((row) => row.version_id)
}

export async function hasUploads(db: Db): Promise<boolean> {
  return (await db.selectFrom('uploads').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** A running upload of a guest continues under the account that claimed it. */
export async function handUploadsOver(db: Db, guestId: string, userId: string): Promise<void> {
  await db.updateTable('uploads').set({ user_id: userId }).where('user_id', '=', guestId).execute()
}

/** Running uploads, with their final size. */
export function broughtUploads(db: Db, projects: ProjectIds): BroughtBytes {
  const query = db
    .selectFrom('uploads')
    .select(['project_id', sql<number>`coalesce(sum(size_bytes), 0)`.as('bytes'), sql<number>`0`.as('trashed')])
    .where('state', 'in', ['receiving', 'sealing'])
    .$if(projects !== undefined, (q) => q.where('project_id', 'in', projects ?? ['']))
    .groupBy('project_id')
  return { kind: 'uploads', query: sql<BroughtRow>`${query}` }
}
