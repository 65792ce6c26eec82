import type { Selectable, Updateable } from 'kysely'
import { lockProject } from '#features/projects/server/members.queries.ts'
import { touchProject } from '#features/projects/server/projects.queries.ts'
import { openTrack } from '#features/tracks/server/tracks.scope.ts'
import { eraseFiles } from '#features/tracks/server/trash/erase.queries.ts'
import { cutPage, readCursor } from '#server/db/paging.ts'
import { emit } from '#server/events/events.queries.ts'
import { enqueue } from '#server/jobs/jobs.queue.ts'
import type { ProjectScope } from '#server/scope.ts'
import { givenName } from '#server/storage/safe-name.ts'
import { refused, refuseUnseen } from '#shared/errors.ts'
import { done } from '#shared/shapes.ts'
import type { FileFacts } from '../file-facts.ts'
import { fileKindOf, fileNameKey, LONGEST_FILE_NAME, splitEnding } from '../file-kinds.ts'
import { fileErrors, type FileVersion, type ProjectFile } from '../files.contract.ts'
import type { FileAudience } from '../files.policy.ts'
import { factsKey, readFacts } from './facts/file-facts.kind.ts'
import type { PreviewKind } from './file-preview.ts'
import { openFile, type FileScope, type FileVersionScope, reachedBy } from './files.scope.ts'
import type { FileVersionTable, ProjectFileTable } from './files.tables.ts'
import { shortFileName } from './short-file-name.ts'

interface Asked {
  readonly cursor?: string | undefined
  readonly limit: number
}

export async function listProjectFiles(
  scope: ProjectScope,
  { cursor, limit }: Asked,
): Promise<{ items: ProjectFile[]; nextCursor: string | null }> {
  const { db, projectId } = scope
  const after = readCursor(cursor)
  const rows = await db
    .selectFrom('project_files')
    .selectAll()
    .where('project_id', '=', projectId)
    .where(reachedBy(scope))
    .where('deleted_at', 'is', null)
    .$if(after !== undefined, (q) =>
      q.where((eb) =>
        eb.or([
          eb('updated_at', '<', after?.[0] ?? 0),
          eb.and([eb('updated_at', '=', after?.[0] ?? 0), eb('id', '<', after?.[1] ?? '')]),
        ]),
      ),
    )
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const fileOf = await fileReader(scope, rows)
  return cutPage(rows, limit, (row) => [row.updated_at, row.id], fileOf)
}

export async function readFile(scope: FileScope): Promise<ProjectFile> {
  return (await fileReader(scope, [scope.file]))(scope.file)
}

export async function listFileVersions(
  { db, file }: FileScope,
  { cursor, limit }: Asked,
): Promise<{ items: FileVersion[]; nextCursor: string | null }> {
  const after = readCursor(cursor)
  const rows = await db
    .selectFrom('file_versions')
    .leftJoin('user', 'user.id', 'file_versions.uploaded_by')
    .selectAll('file_versions')
    .select('user.name as uploader')
    .where('file_id', '=', file.id)
    .$if(after !== undefined, (q) => q.where('number', '<', after?.[0] ?? 0))
    .orderBy('number', 'desc')
    .limit(limit + 1)
    .execute()
  return cutPage(rows, limit, (row) => [row.number, row.id], versionOf)
}

/** A complete upload. Its bytes are in the store. */
export interface ArrivedFile extends PreviewKind {
  readonly versionId: string
  /** The file it is a version of; null for the one with its name, or a new one. */
  readonly fileId: string | null
  readonly fileName: string
  readonly audience: FileAudience
  readonly trackId: string | null
  readonly sizeBytes: number
  readonly sha256: string
  readonly storageKey: string
  readonly note: string
}

/**
 * A file with the name of one that is there is its next version, unless its bytes are those of the newest and nothing
 * is said of it. Call it in the transaction that ends the upload.
 */
export async function addFileVersion(
  scope: ProjectScope,
  arrived: ArrivedFile,
): Promise<{ fileId: string; versionId: string }> {
  const { db, projectId, actor, now } = scope
  // Locks the project: of two new files with one name, the second becomes a version of the first.
  await touchProject(scope)
  const file = (await fileFor(scope, arrived)) ?? (await addFile(scope, arrived))
  await narrow(scope, file, arrived)
  const same = arrived.note === '' ? await sameNewest(scope, file, arrived) : undefined
  if (same) return { fileId: file.id, versionId: same.id }
  const number = file.last_version_number + 1
  const at = now()
  await db
    .insertInto('file_versions')
    .values({
      id: arrived.versionId,
      file_id: file.id,
      project_id: projectId,
      number,
      file_name: arrived.fileName,
      size_bytes: arrived.sizeBytes,
      sha256: arrived.sha256,
      storage_key: arrived.storageKey,
      preview: arrived.preview,
      media_type: arrived.mediaType,
      note: arrived.note,
      noted_by: arrived.note === '' ? null : actor.userId,
      uploaded_by: actor.userId,
      created_at: at,
    })
    .execute()
  await db
    .updateTable('project_files')
    .set({ last_version_number: number, updated_at: at })
    .where('id', '=', file.id)
    .execute()
  await tellOf(scope, file, number === 1 ? 'file.added' : 'file.versioned')
  await enqueue(scope, readFacts, { versionId: arrived.versionId }, { key: factsKey(arrived.versionId), projectId })
  return { fileId: file.id, versionId: arrived.versionId }
}

/**
 * Bytes that are meant for editors only are not shown to everyone because a file of that name was. Who names the file
 * itself knows who sees it.
 */
async function narrow({ db }: ProjectScope, file: FileRow, { fileId, audience }: ArrivedFile): Promise<void> {
  if (fileId !== null || audience !== 'editors' || file.audience === 'editors') return
  await db.updateTable('project_files').set({ audience }).where('id', '=', file.id).execute()
}

/** Somebody dropped a folder again of which only some files have changed. */
function sameNewest(
  { db }: ProjectScope,
  { id, last_version_number: newest }: FileRow,
  { sha256, sizeBytes }: ArrivedFile,
): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('file_versions')
    .select('id')
    .where('file_id', '=', id)
    .where('number', '=', newest)
    .where('sha256', '=', sha256)
    .where('size_bytes', '=', sizeBytes)
    .executeTakeFirst()
}

type FileRow = Selectable<ProjectFileTable>

async function fileFor(scope: ProjectScope, { fileId, fileName }: ArrivedFile): Promise<FileRow | undefined> {
  const { db, projectId } = scope
  const here = db.selectFrom('project_files').selectAll().where('project_id', '=', projectId)
  const named = fileId === null ? undefined : await here.where('id', '=', fileId).executeTakeFirst()
  if (named && named.deleted_at !== null) throw fileErrors['file.in_trash']()
  return (
    named ??
    here
      .where('name_key', '=', fileNameKey(shortFileName(fileName)))
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
  )
}

async function addFile(scope: ProjectScope, { fileName, audience, trackId }: ArrivedFile): Promise<FileRow> {
  const { db, projectId, actor, now, newId } = scope
  const at = now()
  // No longer than what it can be renamed to.
  const name = shortFileName(fileName)
  return db
    .insertInto('project_files')
    .values({
      id: newId(),
      project_id: projectId,
      track_id: await trackHere(scope, trackId),
      name,
      name_key: fileNameKey(name),
      audience,
      last_version_number: 0,
      created_by: actor.userId,
      created_at: at,
      updated_at: at,
      deleted_at: null,
      deleted_by: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The track may have been deleted during the upload: the file is the project's then. */
async function trackHere({ db, projectId }: ProjectScope, trackId: string | null): Promise<string | null> {
  if (trackId === null) return null
  const track = await db
    .selectFrom('tracks')
    .select('id')
    .where('id', '=', trackId)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return track?.id ?? null
}

export interface FileChange {
  readonly name?: string | undefined
  readonly trackId?: string | null | undefined
  readonly audience?: FileAudience | undefined
}

export async function editFile(scope: FileScope, { name, trackId, audience }: FileChange): Promise<ProjectFile> {
  const { db, file } = scope
  await touchProject(scope)
  const set: Updateable<ProjectFileTable> = {}
  if (name !== undefined) {
    const named = givenName(name)
    if (await isTaken(scope, named)) throw fileErrors['file.name_taken']()
    Object.assign(set, { name: named, name_key: fileNameKey(named) })
  }
  if (trackId !== undefined) set.track_id = trackId === null ? null : (await openTrack(scope, trackId)).track.id
  if (audience !== undefined) set.audience = audience
  if (Object.keys(set).length > 0) {
    await db.updateTable('project_files').set(set).where('id', '=', file.id).execute()
    // A file that was open to all until now is not told of to all any more.
    await tellOf(scope, { ...file, ...(audience && { audience }) }, 'file.edited')
  }
  return readFile(await openFile(scope, file.id))
}

async function isTaken({ db, projectId, file }: FileScope, name: string): Promise<boolean> {
  const other = await db
    .selectFrom('project_files')
    .select('id')
    .where('project_id', '=', projectId)
    .where('name_key', '=', fileNameKey(name))
    .where('deleted_at', 'is', null)
    .where('id', '!=', file.id)
    .executeTakeFirst()
  return other !== undefined
}

export async function editFileVersion(
  scope: FileVersionScope,
  { note, basedOn }: { readonly note: string; readonly basedOn?: { readonly note?: string | undefined } | undefined },
): Promise<FileVersion> {
  const { db, file, version, actor } = scope
  if (basedOn) {
    await lockProject(db, scope.projectId)
    const present = await db
      .selectFrom('file_versions')
      .select('note')
      .where('id', '=', version.id)
      .executeTakeFirstOrThrow()
    refuseUnseen(present, { note }, basedOn)
  }
  const notedBy = note === '' ? null : actor.userId
  await db.updateTable('file_versions').set({ note, noted_by: notedBy }).where('id', '=', version.id).execute()
  await tellOf(scope, file, 'file.edited')
  const row = await db
    .selectFrom('file_versions')
    .leftJoin('user', 'user.id', 'file_versions.uploaded_by')
    .selectAll('file_versions')
    .select('user.name as uploader')
    .where('file_versions.id', '=', version.id)
    .executeTakeFirstOrThrow()
  return versionOf(row)
}

export async function deleteFile(scope: FileScope): Promise<typeof done> {
  const { db, file, actor, now } = scope
  await touchProject(scope)
  await db
    .updateTable('project_files')
    .set({ deleted_at: now(), deleted_by: actor.userId })
    .where('id', '=', file.id)
    .execute()
  await tellOf(scope, file, 'file.deleted')
  return done
}

/** If another file has taken its name meanwhile, it comes back as “Lyrics (2).pdf”. */
export async function restoreFile(scope: FileScope): Promise<ProjectFile> {
  const { db, file } = scope
  await touchProject(scope)
  let name = file.name
  for (let copy = 2; await isTaken(scope, name); copy++) name = numbered(file.name, copy)
  await db
    .updateTable('project_files')
    .set({ name, name_key: fileNameKey(name), deleted_at: null, deleted_by: null })
    .where('id', '=', file.id)
    .execute()
  await tellOf(scope, file, 'file.restored')
  return readFile(await openFile(scope, file.id))
}

/** `Lyrics.pdf` and 2 are `Lyrics (2).pdf`. */
export function numbered(name: string, copy: number): string {
  const [stem, ending] = splitEnding(name)
  const mark = ` (${copy})`
  return `${[...stem].slice(0, LONGEST_FILE_NAME - mark.length - ending.length).join('')}${mark}${ending}`
}

export async function eraseFile(scope: FileScope): Promise<typeof done> {
  const { db, projectId, file, actor } = scope
  await touchProject(scope)
  const versions = await db.selectFrom('file_versions').select('storage_key').where('file_id', '=', file.id).execute()
  await db.deleteFrom('project_files').where('id', '=', file.id).where('deleted_at', 'is not', null).execute()
  for (const { storage_key: key } of versions)
    await enqueue(scope, eraseFiles, { prefix: key.slice(0, key.lastIndexOf('/') + 1) })
  await emit(scope, `user:${actor.userId}`, 'trash.emptied', { projectId })
  return done
}

type FileEvent = 'file.added' | 'file.versioned' | 'file.edited' | 'file.deleted' | 'file.restored'

/** A file that only editors may see is told of as a change of files: no more reaches everybody in the project. */
async function tellOf(
  scope: ProjectScope,
  { id, audience }: Pick<FileRow, 'id' | 'audience'>,
  kind: FileEvent,
): Promise<void> {
  const { projectId } = scope
  const stream = `project:${projectId}` as const
  if (audience === 'everyone') await emit(scope, stream, kind, { projectId, fileId: id })
  else await emit(scope, stream, 'file.changed', { projectId })
}

/** One read for the newest versions and people of many files. */
async function fileReader(
  { db, share }: Pick<ProjectScope, 'db' | 'share'>,
  files: readonly FileRow[],
): Promise<(file: FileRow) => ProjectFile> {
  const versions = await db
    .selectFrom('file_versions')
    .innerJoin('project_files', (join) =>
      join
        .onRef('project_files.id', '=', 'file_versions.file_id')
        .onRef('project_files.last_version_number', '=', 'file_versions.number'),
    )
    .leftJoin('user', 'user.id', 'file_versions.uploaded_by')
    .selectAll('file_versions')
    .select('user.name as uploader')
    .where('file_versions.file_id', 'in', ['', ...files.map(({ id }) => id)])
    .execute()
  const newest = new Map(versions.map((version) => [version.file_id, versionOf(version)]))
  return (file) => {
    const version = newest.get(file.id)
    // Every file was made with its first version, in one transaction.
    if (!version) throw refused.not_found()
    return {
      id: file.id,
      name: file.name,
      kind: fileKindOf(file.name),
      trackId: file.track_id,
      audience: file.audience,
      versionCount: share ? 1 : file.last_version_number,
      newest: share ? asGuestsSee(file, version) : version,
      createdAt: file.created_at,
      updatedAt: file.updated_at,
    }
  }
}

/** Notes on versions and people's names are between the members. */
function asGuestsSee({ name }: FileRow, { uploadedBy, ...version }: FileVersion): FileVersion {
  return { ...version, fileName: name, note: '', uploadedBy: { ...uploadedBy, name: null } }
}

function versionOf(row: Selectable<FileVersionTable> & { readonly uploader: string | null }): FileVersion {
  return {
    id: row.id,
    number: row.number,
    fileName: row.file_name,
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
    preview: row.preview,
    facts: row.facts === null ? null : (JSON.parse(row.facts) as FileFacts | null),
    note: row.note,
    uploadedBy: { id: row.uploaded_by, name: row.uploader },
    createdAt: row.created_at,
  }
}
