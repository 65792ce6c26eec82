import { refused } from '#shared/errors.ts'
import { quotaOf } from '#server/storage/quota.ts'
import { projectUses } from '#server/storage/stored-bytes.ts'
import type { OrganizationStorage } from '../organizations.contract.ts'
import type { OrganizationScope } from './organizations.scope.ts'

/** More than anybody looks through. */
const MOST_PROJECTS = 500

/** To plain members it does not exist. */
export async function readOrganizationStorage({
  db,
  config,
  organizationId,
  manages,
}: OrganizationScope): Promise<OrganizationStorage> {
  if (!manages) throw refused.not_found()
  const quota = await db
    .selectFrom('organization_quotas')
    .select('bytes')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  const rows = await projectUses(db)
    .where('projects.organization_id', '=', organizationId)
    .orderBy('total', 'desc')
    .orderBy('projects.id')
    .limit(MOST_PROJECTS)
    .execute()
  return {
    quotaBytes: quotaOf(quota?.bytes ?? null, config.ORGANIZATION_QUOTA_GB),
    projects: rows.map(({ id, name, deleted_at: deletedAt, originals, trashed, attachments, uploads, derived }) => ({
      id,
      name,
      deletedAt,
      originals,
      trashed,
      attachments,
      uploads,
      derived,
    })),
  }
}
