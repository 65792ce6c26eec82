import type { Selectable } from 'kysely'
import * as z from 'zod'
import { fileAudiences, type FileAudience } from '#features/files/files.policy.ts'
import { LONGEST_FILE_NOTE } from '#features/files/file-kinds.ts'
import { fileErrors } from '#features/files/files.contract.ts'
import { isFileTrashed } from '#features/files/server/file-counts.queries.ts'
import { fileKey } from '#features/files/server/file-keys.ts'
import { openFile } from '#features/files/server/files.scope.ts'
import { refuseOverQuota, takeQuota } from '#features/projects/server/project-quota.queries.ts'
import { touchProject } from '#features/projects/server/projects.queries.ts'
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

/** Unfinished uploads per user over all projects: enough to drop a whole library at once. */
const MOST_OPEN = 1000
const MOST_OPEN_OF_GUESTS = 20
/** Per hour, for guests of a link at one address. */
const GUEST_UPLOADS = 200

const Metadata = z.object({
  filename: z.string().min(1).max(4096),
  destination: z.enum(['track', 'file']),
  fileId: Id.nullable(),
  audience: z.enum(fileAudiences),
  trackId: Id.nullable(),
  trackTitle: z.string().max(4096),
  changelog: words(5000).trim(),
  startId: Id.nullable(),
  startDone: z
    .string()
    .max(4096)
    .regex(/^(\d+(,\d+)*)?$/),
  quiet: z.enum(['0', '1']),
})

export interface NewUpload {
  readonly fileName: string
  readonly destination: Upload['destination']
  readonly fileId: string | null
  readonly audience: FileAudience
  readonly trackId: string | null
  readonly trackTitle: string
  readonly changelog: string
  /** The version plan this file answers, and the positions of its finished items, such as 0,2,3. */
  readonly startId: string | null
  readonly startDone: string
  /** `1`: nobody is told of the version. */
  readonly quiet: '0' | '1'
}

/** Parses an upload's metadata. A new track needs a title; a file that is no bounce does not. */
export function newUpload(metadata: ReadonlyMap<string, string>): NewUpload {
  const parsed = Metadata.safeParse({
    filename: metadata.get('filename'),
    destination: metadata.get('destination') ?? 'track',
    fileId: metadata.get('fileId') ?? null,
    audience: metadata.get('audience') ?? 'everyone',
    trackId: metadata.get('trackId') ?? null,
    trackTitle: metadata.get('trackTitle') ?? '',
    changelog: metadata.get('changelog') ?? '',
    startId: metadata.get('startId') ?? null,
    startDone: metadata.get('startDone') ?? '',
    quiet: metadata.get('quiet') ?? '0',
  })
  if (!parsed.success) throw transferErrors['upload.name']()
  const { filename, trackTitle, ...rest } = parsed.data
  if (rest.destination === 'file' && rest.changelog.length > LONGEST_FILE_NOTE) throw transferErrors['upload.note']()
  const title = Name.safeParse(trackTitle)
  if (rest.destination === 'track' && !rest.trackId && !title.success) throw transferErrors['upload.name']()
  return { ...rest, fileName: givenName(filename), trackTitle: title.data ?? '' }
}

/**
 * Chooses the file's key, starts it in the store and then in the database: a crash in between leaves an empty part for
 * the sweep. Limits are checked before the store is used, and again in the transaction that counts the upload.
 */
export async function beginUpload(scope: ProjectScope, requested: NewUpload, sizeBytes: number): Promise<Upload> {
  const { projectId, actor, newId, now, storage } = scope
  const { fileName, destination, trackId, trackTitle, changelog, startId, startDone } = requested
  // A guest may only upload to an existing track that is not final.
  if (scope.share && (!trackId || destination === 'file')) throw refused.not_shared()
  const opened = trackId ? await openTrack(scope, trackId) : undefined
  if (scope.share && opened && (await isArchived(opened))) throw refused.not_shared()
  if (opened && destination === 'track') await refuseFinal(opened)
  // Erased before the upload ends, it comes back for those who could see it.
  const file = requested.fileId === null ? undefined : (await openFile(scope, requested.fileId)).file
  await refuseTooMany(scope)
  await refuseGuestFlood(scope)
  const id = newId()
  const versionId = newId()
  const place = { projectId, versionId, name: safeName(fileName) }
  const key = destination === 'file' ? fileKey(place) : originalKey({ ...place, trackId: trackId ?? newId() })
  await refuseOverQuota(scope, sizeBytes)
  const ref = await storage.beginParts(id, key, sizeBytes)
  try {
    return await change(scope, async (tx) => {
      await waitForOwnOthers(tx)
      // A move to another project waits here, or this upload finds that the track has gone.
      await touchProject(tx)
      if (trackId) await openTrack(tx, trackId)
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
          destination,
          file_id: requested.fileId,
          audience: destination === 'file' ? (file?.audience ?? requested.audience) : null,
          track_id: trackId,
          track_title: trackTitle,
          version_id: versionId,
          file_name: fileName,
          changelog,
          start_id: startId,
          start_done: startDone,
          // What a guest proposes is always told.
          is_quiet: requested.quiet === '1' && !scope.share ? 1 : 0,
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

/** An upload that was inactive has lost its reserved space: reserves again, or refuses. */
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

/** Serializes uploads that one user starts at once, in any projects, so that all are counted. */
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

/** The user's own upload. Others' are not found; a cancelled or expired one is gone. */
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

/** Refuses bytes for a track or file in the trash until it is restored. A deleted track is not found. */
export async function refuseTrashed({ db }: ProjectScope, upload: Upload): Promise<void> {
  const { track_id: trackId, file_id: fileId, destination } = upload
  if (destination === 'file') {
    if (fileId !== null && (await isFileTrashed(db, fileId))) throw fileErrors['file.in_trash']()
    return
  }
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
    destination: upload.destination,
    fileId: upload.file_id,
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

/** The upload as the store knows it. */
export function partialOf(upload: Upload): PartialBlob & { readonly sizeBytes: number } {
  if (upload.storage_key === null) throw transferErrors['upload.unreadable']()
  return { id: upload.id, key: upload.storage_key, ref: upload.storage_ref, sizeBytes: upload.size_bytes }
}

/** Cancels an upload unless it is finished. False if it was no longer open. */
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
