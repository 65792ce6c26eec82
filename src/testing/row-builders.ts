import type { Insertable } from 'kysely'
import type { Db } from '#server/db/open-database.ts'
import type { Tables } from '#server/db/tables.ts'

/** Where a row goes: a world, or a rig with a database of its own. */
export interface RowTarget {
  readonly services: { readonly database: { readonly db: Db } }
  /** Ids of the project and the track it belongs to unless the row says otherwise. */
  readonly here?: Readonly<Record<string, string>>
}

type Row<Table extends keyof Tables> = Partial<Insertable<Tables[Table]>>

/** A project with nothing and nobody in it. */
export async function aProject({ services }: RowTarget, row: Row<'projects'> & { readonly id: string }): Promise<void> {
  await services.database.db
    .insertInto('projects')
    .values({
      name: row.id,
      description: '',
      task_prefix: row.id.toUpperCase(),
      organization_id: null,
      last_task_number: 0,
      last_member_order: 0,
      last_version_sequence: 0,
      created_by: null,
      created_at: 1,
      updated_at: 1,
      archived_at: null,
      deleted_at: null,
      ...row,
    })
    .execute()
}

/** A version that Ed has uploaded: a minute long, checked and ready. The first of its track unless told otherwise. */
export async function aVersion(place: RowTarget, row: Row<'versions'> & { readonly id: string }): Promise<void> {
  const { number = 1 } = row
  await place.services.database.db
    .insertInto('versions')
    .values({
      ...hereOf(place),
      number,
      sequence: number,
      label: '',
      changelog: '',
      uploaded_by: 'ed',
      file_name: 'kiln.wav',
      size_bytes: 1,
      sha256: 'ab',
      storage_key: row.id,
      state: 'ready',
      verdict: null,
      verdict_detail: null,
      report: null,
      duration_seconds: 60,
      created_at: number,
      deleted_at: null,
      ...row,
    })
    .execute()
}

/** An upload of Ed’s of which nothing has arrived yet. */
export async function anUpload(place: RowTarget, row: Row<'uploads'> & { readonly id: string }): Promise<void> {
  await place.services.database.db
    .insertInto('uploads')
    .values({
      ...hereOf(place),
      user_id: 'ed',
      track_title: '',
      version_id: `version-of-${row.id}`,
      file_name: 'kiln.wav',
      changelog: '',
      start_id: null,
      start_done: null,
      size_bytes: 1,
      offset_bytes: 0,
      state: 'receiving',
      storage_key: row.id,
      storage_ref: null,
      sha256: null,
      lease_id: null,
      lease_until: null,
      created_at: 1,
      expires_at: 1,
      ...row,
    })
    .execute()
}

/** A file of Ed’s that hangs on no note yet. */
export async function anAttachment(
  place: RowTarget,
  row: Row<'note_attachments'> & { readonly id: string },
): Promise<void> {
  await place.services.database.db
    .insertInto('note_attachments')
    .values({
      ...hereOf(place),
      note_id: null,
      author_id: 'ed',
      kind: 'file',
      file_name: 'desk.pdf',
      media_type: 'application/pdf',
      size_bytes: 1,
      sha256: 'ab',
      storage_key: row.id,
      duration_seconds: null,
      levels: null,
      position: 0,
      created_at: 1,
      ...row,
    })
    .execute()
}

/** A file of Ed’s in the project, with one version called `<id>-1`. */
export async function aProjectFile(
  place: RowTarget,
  { id, name = 'Lyrics.pdf', ...row }: Row<'project_files'> & { readonly id: string },
  version: Row<'file_versions'> = {},
): Promise<void> {
  const { project_id } = hereOf(place)
  const { db } = place.services.database
  await db
    .insertInto('project_files')
    .values({
      id,
      project_id,
      track_id: null,
      name,
      name_key: name.toLowerCase(),
      audience: 'everyone',
      last_version_number: 1,
      created_by: 'ed',
      created_at: 1,
      updated_at: 1,
      deleted_at: null,
      deleted_by: null,
      ...row,
    })
    .execute()
  await db
    .insertInto('file_versions')
    .values({
      id: `${id}-1`,
      file_id: id,
      project_id: row.project_id ?? project_id,
      number: 1,
      file_name: name,
      size_bytes: 1,
      sha256: 'ab',
      storage_key: `${id}-1`,
      preview: null,
      media_type: 'application/octet-stream',
      note: '',
      uploaded_by: 'ed',
      created_at: 1,
      ...version,
    })
    .execute()
}

/** Somebody in a project: an editor who may download, second to join. */
export async function aMembership(
  place: RowTarget,
  row: Row<'memberships'> & { readonly user_id: string },
): Promise<void> {
  await place.services.database.db
    .insertInto('memberships')
    .values({
      project_id: hereOf(place).project_id,
      role: 'editor',
      may_download: 1,
      join_order: 2,
      joined_at: 0,
      removed_at: null,
      ...row,
    })
    .execute()
}

/** Somebody in an organization, Olga’s label unless told otherwise. */
export async function anOrganizationMember(
  place: RowTarget,
  row: Row<'member'> & { readonly userId: string },
): Promise<void> {
  await place.services.database.db
    .insertInto('member')
    .values({
      id: `${row.userId}-label`,
      organizationId: 'label',
      role: 'member',
      teamId: null,
      createdAt: new Date(0).toISOString(),
      ...row,
    })
    .execute()
}

function hereOf({ here = {} }: RowTarget) {
  return { project_id: here['projectId'] ?? '', track_id: here['trackId'] ?? '' }
}
