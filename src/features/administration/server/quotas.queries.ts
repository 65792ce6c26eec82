import { refused } from '#shared/errors.ts'
import type { UserScope } from '#server/scope.ts'
import { quotaOf } from '#server/storage/quota.ts'

interface Quota {
  readonly quotaBytes: number | null
  readonly ownQuotaBytes: number | null
}

/** What is there already stays, also where it is more. */
export async function setProjectQuota(
  { db, config }: UserScope,
  projectId: string,
  bytes: number | null,
): Promise<Quota & { readonly projectId: string }> {
  const result = await db
    .updateTable('projects')
    .set({ quota_bytes: bytes })
    .where('id', '=', projectId)
    .executeTakeFirst()
  if (Number(result.numUpdatedRows) === 0) throw refused.not_found()
  return { quotaBytes: quotaOf(bytes, config.PROJECT_QUOTA_GB), ownQuotaBytes: bytes, projectId }
}

export async function setOrganizationQuota(
  { db, config }: UserScope,
  organizationId: string,
  bytes: number | null,
): Promise<Quota> {
  if (!(await db.selectFrom('organization').select('id').where('id', '=', organizationId).executeTakeFirst()))
    throw refused.not_found()
  if (bytes === null) await db.deleteFrom('organization_quotas').where('organization_id', '=', organizationId).execute()
  else
    await db
      .insertInto('organization_quotas')
      .values({ organization_id: organizationId, bytes })
      .onConflict((c) => c.column('organization_id').doUpdateSet({ bytes }))
      .execute()
  return { quotaBytes: quotaOf(bytes, config.ORGANIZATION_QUOTA_GB), ownQuotaBytes: bytes }
}
