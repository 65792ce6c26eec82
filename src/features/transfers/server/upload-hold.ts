import { sql } from 'kysely'
import type { BroughtBytes, BroughtRow, ProjectIds } from '#features/projects/server/project-hooks.ts'
import type { Instant, Milliseconds } from '#shared/units.ts'
import type { Db } from '#server/db/open-database.ts'

/** An upload nobody goes on with is kept this long. */
export const UPLOAD_KEPT_MS: Milliseconds = 7 * 24 * 3600_000
/** So long after its last byte an upload still holds room for the rest; what comes later takes it anew. */
export const HOLD_MS: Milliseconds = 15 * 60_000

/** Whether room is held for the rest of an upload that expires then. */
export function isHeld({ expires_at: expiresAt }: { readonly expires_at: Instant }, now: Instant): boolean {
  return expiresAt > now + UPLOAD_KEPT_MS - HOLD_MS
}

/** What uploads on their way have still to write. */
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

/** Those of these versions that an upload on its way will become. */
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

/** One that is on its way is gone on with by whoever has begun it: a guest, who has an account now. */
export async function handUploadsOver(db: Db, guestId: string, userId: string): Promise<void> {
  await db.updateTable('uploads').set({ user_id: userId }).where('user_id', '=', guestId).execute()
}

/** Uploads on their way, with the size they will have. */
export function broughtUploads(db: Db, projects: ProjectIds): BroughtBytes {
  const query = db
    .selectFrom('uploads')
    .select(['project_id', sql<number>`coalesce(sum(size_bytes), 0)`.as('bytes'), sql<number>`0`.as('trashed')])
    .where('state', 'in', ['receiving', 'sealing'])
    .$if(projects !== undefined, (q) => q.where('project_id', 'in', projects ?? ['']))
    .groupBy('project_id')
  return { kind: 'uploads', query: sql<BroughtRow>`${query}` }
}
