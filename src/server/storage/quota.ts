import { sql } from 'kysely'
import { Refusal } from '#shared/errors.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/open-database.ts'
import { hasFileOfItsOwn } from './stored-bytes.ts'

type Whose = 'project' | 'organization'
type Limits = Pick<Config, 'PROJECT_QUOTA_GB' | 'ORGANIZATION_QUOTA_GB'>

interface Asking {
  readonly db: Db
  readonly config: Limits
  readonly projectId: string
}

/**
 * What may be taken; null where nobody set a limit. An admin's word goes before the configuration's, and 0 is no limit.
 */
export function quotaOf(set: number | null, configuredGigabytes: number): number | null {
  const bytes = set ?? configuredGigabytes * 1e9
  return bytes > 0 ? bytes : null
}

/**
 * Refuses what a project, or all of its organization's together, may not hold. Inside the transaction that writes the
 * bytes down, one who asks waits here for the other, so that two cannot both take the last room.
 */
export async function takeQuota(asking: Asking, bytes: number): Promise<void> {
  const { db, projectId } = asking
  const { projectQuota, organizationId, organizationQuota } = await limitsOf(asking)
  // The organization before the project, and both only where there is something to keep.
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

/** The same question before anything is sent; what others take meanwhile is found out by `takeQuota`. */
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

/** What each limit there is still lets in; nothing where nobody set one. */
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

/** What all projects of its organization hold and may hold together; null without a limit. */
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

function refuse(whose: Whose, quota: number, taken: number, bytes: number): void {
  if (taken + bytes <= quota) return
  const where = whose === 'project' ? 'This project' : 'This project’s organization'
  throw new Refusal(
    413,
    `quota.${whose}`,
    `${where} may hold ${inWords(quota)}, and ${inWords(taken)} are taken. Empty the ` +
      'trash, or ask an admin of the server for more room.',
  )
}

function inWords(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(1)} MB`
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
 * What people brought: bounces, trash included, files on notes, and uploads on their way with the size they will have.
 * What the server makes of it is its own affair.
 */
async function takenBytes(
  db: Db,
  whose: { readonly projectId: string } | { readonly organizationId: string },
): Promise<number> {
  const projects =
    'projectId' in whose
      ? db.selectFrom('projects').select('id').where('id', '=', whose.projectId)
      : db.selectFrom('projects').select('id').where('organization_id', '=', whose.organizationId)
  const sum = sql<number | null>`sum(size_bytes)`.as('bytes')
  // Uploads first: one that is sealed in between has a version by then. Counted twice, it may refuse somebody who asks
  // again; missed, it would let too much in.
  const uploads = await db
    .selectFrom('uploads')
    .select(sum)
    .where('project_id', 'in', projects)
    .where('state', 'in', ['receiving', 'sealing'])
    .executeTakeFirst()
  const versions = await db
    .selectFrom('versions')
    .select(sum)
    .where('project_id', 'in', projects)
    .where(hasFileOfItsOwn)
    .executeTakeFirst()
  const attachments = await db
    .selectFrom('note_attachments')
    .select(sum)
    .where('project_id', 'in', projects)
    .executeTakeFirst()
  return (versions?.bytes ?? 0) + (attachments?.bytes ?? 0) + (uploads?.bytes ?? 0)
}
