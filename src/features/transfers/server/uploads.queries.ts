import type { Selectable } from 'kysely'
import * as z from 'zod'
import { refuseOverQuota, takeQuota } from '#features/projects/server/project-quota.queries.ts'
import { openTrack, refuseFinal, type TrackScope } from '#features/tracks/server/tracks.scope.ts'
import { waitFor } from '#server/auth/limits/limits.ts'
import { guestCounters } from '#server/auth/limits/try-counters.ts'
import { cutPage, readCursor } from '#server/db/paging.ts'
import { addressOf, change, type ProjectScope } from '#server/scope.ts'
import { holdSpace } from '#server/storage/free-space.ts'
import { givenName, safeName } from '#server/storage/safe-name.ts'
import type { PartialBlob } from '#server/storage/storage.ts'
import { originalKey } from '#server/storage/version-key.ts'
import { refused } from '#shared/errors.ts'
import { Id, Name, words } from '#shared/shapes.ts'
import type { Instant } from '#shared/units.ts'
import { type OpenUpload, transferErrors } from '../transfers.contract.ts'
import type { UploadTable } from './transfers.tables.ts'
import { isHeld, UPLOAD_KEPT_MS } from './upload-hold.ts'

export type Upload = Selectable<UploadTable>

/** Unfinished uploads of one person in all projects: a whole library dropped at once, and no more. */
const MOST_OPEN = 1000
const MOST_OPEN_OF_GUESTS = 20
/** By guests of a link at one address, in an hour. */
const GUEST_UPLOADS = 200

const Metadata = z.object({
  filename: z.string().min(1).max(4096),
  trackId: Id.nullable(),
  trackTitle: z.string().max(4096),
  changelog: words(5000).trim(),
  startId: Id.nullable(),
  startDone: z
    .string()
    .max(4096)
    .regex(/^(\d+(,\d+)*)?$/),
})

export interface NewUpload {
  readonly fileName: string
  readonly trackId: string | null
  readonly trackTitle: string
  readonly changelog: string
  /** The start this file answers, and the places of its checklist that are done in it, as 0,2,3. */
  readonly startId: string | null
  readonly startDone: string
}

/** Reads what an upload is to become. A new track needs a title. */
export function newUpload(metadata: ReadonlyMap<string, string>): NewUpload {
  const parsed = Metadata.safeParse({
    filename: metadata.get('filename'),
    trackId: metadata.get('trackId') ?? null,
    trackTitle: metadata.get('trackTitle') ?? '',
    changelog: metadata.get('changelog') ?? '',
    startId: metadata.get('startId') ?? null,
    startDone: metadata.get('startDone') ?? '',
  })
  if (!parsed.success) throw transferErrors['upload.name']()
  const { filename, trackId, trackTitle, changelog, startId, startDone } = parsed.data
  const title = Name.safeParse(trackTitle)
  if (!trackId && !title.success) throw transferErrors['upload.name']()
  return { fileName: givenName(filename), trackId, trackTitle: title.data ?? '', changelog, startId, startDone }
}

/**
 * Chooses where the file will lie, begins it in the store and then in the database: a crash in between leaves an empty
 * part for the sweep. What may not be is refused before the store is asked, and for good in the transaction that counts
 * it.
 */
export async function beginUpload(
  scope: ProjectScope,
  { fileName, trackId, trackTitle, changelog, startId, startDone }: NewUpload,
  sizeBytes: number,
): Promise<Upload> {
  const { projectId, actor, newId, now, storage } = scope
  // A guest answers to a track that is there, and that is still worked on.
  if (scope.share && !trackId) throw refused.not_shared()
  const opened = trackId ? await openTrack(scope, trackId) : undefined
  if (scope.share && opened && (await isArchived(opened))) throw refused.not_shared()
  if (opened) await refuseFinal(opened)
  await refuseTooMany(scope)
  await refuseGuestFlood(scope)
  const id = newId()
  const versionId = newId()
  const key = originalKey({ projectId, trackId: trackId ?? newId(), versionId, name: safeName(fileName) })
  await refuseOverQuota(scope, sizeBytes)
  const ref = await storage.beginParts(id, key, sizeBytes)
  try {
    return await change(scope, async (tx) => {
      await waitForOwnOthers(tx)
      await refuseTooMany(tx)
      await takeQuota(tx, sizeBytes)
      await holdSpace(tx, sizeBytes)
      const at = now()
      return tx.db
        .insertInto('uploads')
        .values({
          id,
          project_id: projectId,
          user_id: actor.userId,
          track_id: trackId,
          track_title: trackTitle,
          version_id: versionId,
          file_name: fileName,
          changelog,
          start_id: startId,
          start_done: startDone,
          size_bytes: sizeBytes,
          offset_bytes: 0,
          state: 'receiving',
          storage_key: key,
          storage_ref: ref,
          sha256: null,
          lease_id: null,
          lease_until: null,
          created_at: at,
          expires_at: at + UPLOAD_KEPT_MS,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
    })
  } catch (error) {
    await storage.abortParts({ id, key, ref })
    throw error
  }
}

/** One that nobody went on with for a while holds no room any more: whoever goes on takes it anew, or is refused. */
export async function holdAgain(scope: ProjectScope, upload: Upload, offset: number): Promise<void> {
  if (isHeld(upload, scope.now())) return
  await change(scope, async (tx) => {
    await holdSpace(tx, upload.size_bytes - offset, { exceptId: upload.id })
    await tx.db
      .updateTable('uploads')
      .set({ offset_bytes: offset, expires_at: expiryAfter(tx.now()) })
      .where('id', '=', upload.id)
      .where('state', '=', 'receiving')
      .execute()
  })
}

async function refuseTooMany({ db, actor, share, now }: ProjectScope): Promise<void> {
  const { count } = await db
    .selectFrom('uploads')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('user_id', '=', actor.userId)
    .where('state', 'in', ['receiving', 'sealing'])
    .where('expires_at', '>=', now())
    .executeTakeFirstOrThrow()
  if (Number(count) >= (share ? MOST_OPEN_OF_GUESTS : MOST_OPEN)) throw transferErrors['upload.too_many']()
}

/**
 * Of several that one person begins at once, in any projects, each waits here for the one before it to be written, so
 * that all are counted.
 */
async function waitForOwnOthers({ db, actor, now }: ProjectScope): Promise<void> {
  await db
    .insertInto('limits')
    .values({ key: `open-uploads:${actor.userId}`, count: 0, started_at: now() })
    .onConflict((c) => c.column('key').doUpdateSet({ started_at: now() }))
    .execute()
}

async function refuseGuestFlood({ db, share, now }: ProjectScope): Promise<void> {
  const wait = share && (await waitFor(db, guestCounters({ what: 'uploads', ...share, max: GUEST_UPLOADS }), now()))
  if (wait !== undefined) throw transferErrors['upload.too_often']()
}

async function isArchived({ db, projectId, track }: TrackScope): Promise<boolean> {
  const project = await db
    .selectFrom('projects')
    .select('archived_at')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  return track.archived_at !== null || project.archived_at !== null
}

/** One's own upload. Others' do not exist; what was given up or expired is gone. */
export async function openUpload({ db, projectId, actor, now }: ProjectScope, id: string): Promise<Upload> {
  const upload = await db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .where('user_id', '=', actor.userId)
    .executeTakeFirst()
  if (!upload) throw refused.not_found()
  if (upload.state === 'cancelled' || (upload.state !== 'finished' && upload.expires_at < now()))
    throw transferErrors['upload.gone']()
  return upload
}

/**
 * Refuses bytes for a track that was put in the trash meanwhile: they wait until it is restored. What was deleted for
 * good is not found.
 */
export async function refuseTrashed({ db }: ProjectScope, { track_id: trackId }: Upload): Promise<void> {
  if (trackId === null) return
  const track = await db.selectFrom('tracks').select('deleted_at').where('id', '=', trackId).executeTakeFirst()
  if (!track) throw refused.not_found()
  if (track.deleted_at !== null) throw transferErrors['upload.track_trashed']()
}

export async function listOpenUploads(
  scope: ProjectScope,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: OpenUpload[]; nextCursor: string | null }> {
  const { db, projectId, actor, now } = scope
  const after = readCursor(cursor)
  const rows = await db
    .selectFrom('uploads')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('user_id', '=', actor.userId)
    .where('state', 'in', ['receiving', 'sealing'])
    .where('expires_at', '>=', now())
    .$if(after !== undefined, (q) =>
      q.where((eb) =>
        eb.or([
          eb('created_at', '<', after?.[0] ?? 0),
          eb.and([eb('created_at', '=', after?.[0] ?? 0), eb('id', '<', after?.[1] ?? '')]),
        ]),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return cutPage(
    rows,
    limit,
    (row) => [row.created_at, row.id],
    (row) => openUploadOf(scope, row),
  )
}

function openUploadOf(scope: ProjectScope, upload: Upload): OpenUpload {
  return {
    id: upload.id,
    trackId: upload.track_id,
    trackTitle: upload.track_title,
    fileName: upload.file_name,
    sizeBytes: upload.size_bytes,
    offsetBytes: upload.offset_bytes,
    createdAt: upload.created_at,
    expiresAt: upload.expires_at,
    url: uploadPath(scope, upload),
  }
}

export function uploadPath(scope: ProjectScope, { id }: Pick<Upload, 'id'>): string {
  return `/api/projects/${addressOf(scope)}/uploads/${id}`
}

/** How the store knows an upload. */
export function partialOf(upload: Upload): PartialBlob & { readonly sizeBytes: number } {
  if (upload.storage_key === null) throw transferErrors['upload.unreadable']()
  return { id: upload.id, key: upload.storage_key, ref: upload.storage_ref, sizeBytes: upload.size_bytes }
}

/** Gives an upload up unless it is finished. False when it was not open any more. */
export async function cancelUpload({ db }: Pick<ProjectScope, 'db'>, upload: Upload): Promise<boolean> {
  const result = await db
    .updateTable('uploads')
    .set({ state: 'cancelled', lease_id: null, lease_until: null })
    .where('id', '=', upload.id)
    .where('state', 'in', ['receiving', 'sealing'])
    .executeTakeFirst()
  return Number(result.numUpdatedRows) === 1
}

export function expiryAfter(now: Instant): Instant {
  return now + UPLOAD_KEPT_MS
}
