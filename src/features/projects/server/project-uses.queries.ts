import { sql } from 'kysely'
import type { Db } from '#server/db/open-database.ts'
import { broughtBytes, type BroughtBytes, type BroughtKind } from './project-hooks.ts'

/**
 * The storage of each project, including the trash: `originals`, of them `trashed`; files on notes; other files;
 * uploads in progress with their final size; and generated files as last counted. `uses` is an unexecuted query.
 */
export async function projectUses(db: Db) {
  const brought = await broughtBytes.ask(db, undefined)
  return {
    uses: usesOf(db, (kind) => {
      const found = brought.find((one) => one.kind === kind)
      if (!found) throw new Error(`no feature brings ${kind}: join the features first`)
      return found.query
    }),
  }
}

function usesOf(db: Db, of: (kind: BroughtKind) => BroughtBytes['query']) {
  return db
    .selectFrom('projects')
    .leftJoin(of('originals').as('originals'), 'originals.project_id', 'projects.id')
    .leftJoin(of('attachments').as('attachments'), 'attachments.project_id', 'projects.id')
    .leftJoin(of('files').as('files'), 'files.project_id', 'projects.id')
    .leftJoin(of('uploads').as('uploads'), 'uploads.project_id', 'projects.id')
    .leftJoin('storage_use', 'storage_use.project_id', 'projects.id')
    .select([
      'projects.id',
      'projects.name',
      'projects.organization_id',
      'projects.deleted_at',
      'projects.quota_bytes',
      sql<number>`coalesce(originals.bytes, 0)`.as('originals'),
      sql<number>`coalesce(originals.trashed, 0)`.as('trashed'),
      sql<number>`coalesce(attachments.bytes, 0)`.as('attachments'),
      sql<number>`coalesce(files.bytes, 0)`.as('files'),
      sql<number>`coalesce(uploads.bytes, 0)`.as('uploads'),
      sql<number>`coalesce(storage_use.derived_bytes, 0)`.as('derived'),
      sql<number>`
        coalesce(originals.bytes, 0) + coalesce(attachments.bytes, 0) + coalesce(files.bytes, 0)
        + coalesce(uploads.bytes, 0) + coalesce(storage_use.derived_bytes, 0)
      `.as('total'),
    ])
}

export interface StoredBytes {
  readonly originals: number
  readonly trashed: number
  readonly attachments: number
  readonly files: number
  readonly uploads: number
  readonly derived: number
}

/** Over all projects. */
export async function allStoredBytes(db: Db): Promise<StoredBytes> {
  const kinds = ['originals', 'trashed', 'attachments', 'files', 'uploads', 'derived'] as const
  const row = await db
    .selectFrom((await projectUses(db)).uses.as('uses'))
    .select((eb) => kinds.map((kind) => eb.fn.coalesce(eb.fn.sum<number>(kind), eb.lit(0)).as(kind)))
    .executeTakeFirstOrThrow()
  return {
    originals: Number(row.originals),
    trashed: Number(row.trashed),
    attachments: Number(row.attachments),
    files: Number(row.files),
    uploads: Number(row.uploads),
    derived: Number(row.derived),
  }
}

/** An organization's largest projects, for those who manage it. */
export async function usesOfOrganization(db: Db, organizationId: string, most: number) {
  const { uses } = await projectUses(db)
  const rows = await uses
    .where('projects.organization_id', '=', organizationId)
    .orderBy('total', 'desc')
    .orderBy('projects.id')
    .limit(most)
    .execute()
  return rows.map(({ id, name, deleted_at: deletedAt, originals, trashed, attachments, files, uploads, derived }) => ({
    id,
    name,
    deletedAt,
    originals,
    trashed,
    attachments,
    files,
    uploads,
    derived,
  }))
}
