import { refused } from '#shared/errors.ts'
import { quotaOf } from '#server/storage/quota.ts'
import type { OrganizationStorage } from '../organizations.contract.ts'
import { storageOfProjects } from './organization-hooks.ts'
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
  return {
    quotaBytes: quotaOf(quota?.bytes ?? null, config.ORGANIZATION_QUOTA_GB),
    projects: (await storageOfProjects.ask(db, organizationId, MOST_PROJECTS)).flat(),
  }
}
