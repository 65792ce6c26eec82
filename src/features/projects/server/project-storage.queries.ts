import type { ProjectScope } from '#server/scope.ts'
import { quotaOf } from '#server/storage/quota.ts'
import type { ProjectStorage } from '../projects.contract.ts'
import { organizationQuotaLeft } from './project-quota.queries.ts'
import { projectUses } from './project-uses.queries.ts'

export async function readProjectStorage(scope: ProjectScope): Promise<ProjectStorage> {
  const { db, config, projectId } = scope
  const { uses } = await projectUses(db)
  const {
    originals,
    trashed,
    attachments,
    uploads,
    quota_bytes: set,
  } = await uses.where('projects.id', '=', projectId).executeTakeFirstOrThrow()
  return {
    originals,
    trashed,
    attachments,
    uploads,
    quotaBytes: quotaOf(set, config.PROJECT_QUOTA_GB),
    organization: await organizationQuotaLeft(scope),
  }
}
