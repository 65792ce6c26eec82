import { sql } from 'kysely'
import { allStoredBytes, projectUses } from '#features/projects/server/project-uses.queries.ts'
import { cutPage, readCursor } from '#server/db/paging.ts'
import type { UserScope } from '#server/scope.ts'
import { quotaOf } from '#server/storage/quota.ts'
import type { ProjectUse, StorageSummary } from '../administration.contract.ts'

export async function readStorageSummary({ db, storage, config }: UserScope): Promise<StorageSummary> {
  const counted = await db
    .selectFrom('storage_use')
    .select((eb) => eb.fn.min('measured_at').as('at'))
    .executeTakeFirst()
  const sum = (kind: string) => sql<number>`sum(${sql.ref(`uses.${kind}`)})`
  const organizations = await db
    .selectFrom((await projectUses(db)).uses.as('uses'))
    .innerJoin('organization', 'organization.id', 'uses.organization_id')
    .leftJoin('organization_quotas', 'organization_quotas.organization_id', 'organization.id')
    .select([
      'organization.id',
      'organization.name',
      'organization_quotas.bytes as quota',
      sum('originals').as('originals'),
      sum('trashed').as('trashed'),
      sum('attachments').as('attachments'),
      sum('files').as('files'),
      sum('uploads').as('uploads'),
      sum('derived').as('derived'),
      sum('total').as('total'),
    ])
    .select((eb) => eb.fn.countAll<number>().as('projects'))
    .groupBy(['organization.id', 'organization.name', 'organization_quotas.bytes'])
    .orderBy('total', 'desc')
    .orderBy('organization.id')
    .execute()
  return {
    ...(await allStoredBytes(db)),
    // The health page reports a store that does not answer.
    freeBytes: (await storage.freeBytes().catch(() => undefined)) ?? null,
    configuredQuotas: {
      projectBytes: quotaOf(null, config.PROJECT_QUOTA_GB),
      organizationBytes: quotaOf(null, config.ORGANIZATION_QUOTA_GB),
    },
    countedAt: counted?.at ?? null,
    organizations: organizations.map(
      ({ id, name, projects, quota, originals, trashed, attachments, files, uploads, derived }) => ({
        id,
        name,
        projectCount: Number(projects),
        originals,
        trashed,
        attachments,
        files,
        uploads,
        derived,
        quotaBytes: quotaOf(quota, config.ORGANIZATION_QUOTA_GB),
        ownQuotaBytes: quota,
      }),
    ),
  }
}

/** Largest first. */
export async function listProjectUses(
  { db, config }: UserScope,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: ProjectUse[]; nextCursor: string | null }> {
  const after = readCursor(cursor)
  const rows = await db
    .selectFrom((await projectUses(db)).uses.as('uses'))
    .leftJoin('organization', 'organization.id', 'uses.organization_id')
    .selectAll('uses')
    .select('organization.name as organization_name')
    .$if(after !== undefined, (q) =>
      q.where((eb) =>
        eb.or([
          eb('uses.total', '<', after?.[0] ?? 0),
          eb.and([eb('uses.total', '=', after?.[0] ?? 0), eb('uses.id', '<', after?.[1] ?? '')]),
        ]),
      ),
    )
    .orderBy('uses.total', 'desc')
    .orderBy('uses.id', 'desc')
    .limit(limit + 1)
    .execute()
  return cutPage(
    rows,
    limit,
    (row) => [row.total, row.id],
    (row) => ({
      id: row.id,
      name: row.name,
      organizationName: row.organization_name,
      deletedAt: row.deleted_at,
      originals: row.originals,
      trashed: row.trashed,
      attachments: row.attachments,
      files: row.files,
      uploads: row.uploads,
      derived: row.derived,
      quotaBytes: quotaOf(row.quota_bytes, config.PROJECT_QUOTA_GB),
      ownQuotaBytes: row.quota_bytes,
    }),
  )
}
