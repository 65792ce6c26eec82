import { sql } from 'kysely'
import { Refusal, refused } from '#shared/errors.ts'
import { scaledBytes } from '#shared/scaled-bytes.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/open-database.ts'
import type { UserScope } from '#server/scope.ts'
import { quotaOf } from '#server/storage/quota.ts'
import type { StorageInUse } from '../projects.contract.ts'
import { broughtBytes } from './project-hooks.ts'

type Whose = 'project' | 'organization'
type Limits = Pick<Config, 'PROJECT_QUOTA_GB' | 'ORGANIZATION_QUOTA_GB'>

interface Asking {
  readonly db: Db
  readonly config: Limits
  readonly projectId: string
}

/**
 * Refuses bytes beyond the quota of a project or of its organization. Runs inside the transaction that writes the bytes
 * and serializes concurrent requests, so that two cannot both take the last space.
 */
export async function takeQuota(asking: Asking, bytes: number): Promise<void> {
  const { db, projectId } = asking
  const { projectQuota, organizationId, organizationQuota } = await limitsOf(asking)
  // Locks the organization before the project, and only where there is a quota.
  if (organizationId !== null && organizationQuota !== null)
    await db
      .updateTable('organization')
      .set((eb) => ({ name: eb.ref('name') }))
      .where('id', '=', organizationId)
      .execute()
  if (projectQuota !== null)
    await db
      .updateTable('projects')
      .set((eb) => ({ name: eb.ref('name') }))
      .where('id', '=', projectId)
      .execute()
  await refuseOverQuota(asking, bytes)
}

/** The same check before anything is sent; `takeQuota` decides finally. */
export async function refuseOverQuota(
  asking: Asking,
  bytes: number,
  whose: readonly Whose[] = ['project', 'organization'],
): Promise<void> {
  const { db, projectId } = asking
  const { projectQuota, organizationId, organizationQuota } = await limitsOf(asking)
  if (projectQuota !== null && whose.includes('project'))
    refuse('project', projectQuota, await takenBytes(db, { projectId }), bytes)
  if (organizationId !== null && organizationQuota !== null && whose.includes('organization'))
    refuse('organization', organizationQuota, await takenBytes(db, { organizationId }), bytes)
}

export interface QuotaLeft {
  readonly whose: Whose
  readonly bytes: number
}

/** The remaining bytes of each quota; empty without one. */
export async function quotaLeft(asking: Asking): Promise<readonly QuotaLeft[]> {
  const { db, projectId } = asking
  const { projectQuota, organizationId, organizationQuota } = await limitsOf(asking)
  const left: QuotaLeft[] = []
  if (projectQuota !== null)
    left.push({ whose: 'project', bytes: Math.max(0, projectQuota - (await takenBytes(db, { projectId }))) })
  if (organizationId !== null && organizationQuota !== null)
    left.push({
      whose: 'organization',
      bytes: Math.max(0, organizationQuota - (await takenBytes(db, { organizationId }))),
    })
  return left
}

/** The bytes used and allowed for all projects of the organization; null without a quota. */
export async function organizationQuotaLeft(
  asking: Asking,
): Promise<{ readonly name: string; readonly usedBytes: number; readonly quotaBytes: number } | null> {
  const { organizationId, organizationQuota } = await limitsOf(asking)
  if (organizationId === null || organizationQuota === null) return null
  const { name } = await asking.db
    .selectFrom('organization')
    .select('name')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return { name, usedBytes: await takenBytes(asking.db, { organizationId }), quotaBytes: organizationQuota }
}

export async function readStorageInUse(
  { db, config, actor }: UserScope,
  organizationId: string | undefined,
): Promise<StorageInUse> {
  if (organizationId === undefined)
    return { usedBytes: await takenBytes(db, { ownerId: actor.userId }), quotaBytes: null }
  const member = await db
    .selectFrom('member')
    .leftJoin('organization_quotas', 'organization_quotas.organization_id', 'member.organizationId')
    .select('organization_quotas.bytes')
    .where('member.organizationId', '=', organizationId)
    .where('member.userId', '=', actor.userId)
    .executeTakeFirst()
  if (!member) throw refused.not_found()
  return {
    usedBytes: await takenBytes(db, { organizationId }),
    quotaBytes: quotaOf(member.bytes, config.ORGANIZATION_QUOTA_GB),
  }
}

function refuse(whose: Whose, quota: number, taken: number, bytes: number): void {
  if (taken + bytes <= quota) return
  const where = whose === 'project' ? 'This project' : 'This project’s organization'
  throw new Refusal(
    413,
    `quota.${whose}`,
    `${where} may hold ${inWords(quota)}, and ${inWords(taken)} are taken. Empty the ` +
      'trash, or ask the server admin for more space.',
  )
}

function inWords(bytes: number): string {
  const { value, digits, unit } = scaledBytes(bytes)
  return `${value.toFixed(digits)} ${unit}`
}

interface ProjectLimits {
  readonly projectQuota: number | null
  readonly organizationId: string | null
  readonly organizationQuota: number | null
}

async function limitsOf({ db, config, projectId }: Asking): Promise<ProjectLimits> {
  const row = await db
    .selectFrom('projects')
    .leftJoin('organization_quotas', 'organization_quotas.organization_id', 'projects.organization_id')
    .select(['projects.quota_bytes', 'projects.organization_id', 'organization_quotas.bytes'])
    .where('projects.id', '=', projectId)
    .executeTakeFirst()
  return {
    projectQuota: quotaOf(row?.quota_bytes ?? null, config.PROJECT_QUOTA_GB),
    organizationId: row?.organization_id ?? null,
    organizationQuota: quotaOf(row?.bytes ?? null, config.ORGANIZATION_QUOTA_GB),
  }
}

/**
 * User content: bounces including the trash, files on notes, and running uploads with their final size. Generated files
 * do not count.
 */
async function takenBytes(
  db: Db,
  whose: { readonly projectId: string } | { readonly organizationId: string } | { readonly ownerId: string },
): Promise<number> {
  const all = db.selectFrom('projects').select('projects.id')
  const projects =
    'projectId' in whose
      ? all.where('projects.id', '=', whose.projectId)
      : 'organizationId' in whose
        ? all.where('projects.organization_id', '=', whose.organizationId)
        : all
            .where('projects.organization_id', 'is', null)
            .where('projects.id', 'in', (eb) =>
              eb
                .selectFrom('memberships')
                .select('memberships.project_id')
                .where('memberships.user_id', '=', whose.ownerId)
                .where('memberships.role', '=', 'owner')
                .where('memberships.removed_at', 'is', null),
            )
  // One statement: an upload that is sealed during the read becomes a version, and must not be missed as both.
  const sums = (await broughtBytes.ask(db, projects)).map(
    ({ query }) => sql<number>`(select coalesce(sum(bytes), 0) from ${query} as brought)`,
  )
  const { rows } = await sql<{ bytes: number }>`select ${sql.join([sql`0`, ...sums], sql` + `)} as bytes`.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}
