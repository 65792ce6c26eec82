import type { ProjectScope } from '#server/scope.ts'
import { organizationQuotaLeft, quotaOf } from '#server/storage/quota.ts'
import { projectUses } from '#server/storage/stored-bytes.ts'
import type { ProjectStorage } from '../projects.contract.ts'

export async function readProjectStorage(scope: ProjectScope): Promise<ProjectStorage> {
  const { db, config, projectId } = scope
  const {
    originals,
    trashed,
    attachments,
    uploads,
    quota_bytes: set,
  } = await projectUses(db).where('projects.id', '=', projectId).executeTakeFirstOrThrow()
  return {
    originals,
    trashed,
    attachments,
    uploads,
    quotaBytes: quotaOf(set, config.PROJECT_QUOTA_GB),
    organization: await organizationQuotaLeft(scope),
  }
}
