import type { Selectable } from 'kysely'
import { DEFAULT_TARGETS } from '#audio/delivery-targets.ts'
import type { DeliveryTargets } from '#audio/delivery-targets.ts'
import type { OrganizationScope } from '#features/organizations/server/organizations.scope.ts'
import type { Db } from '#server/db/open-database.ts'
import { emit } from '#server/events/events.queries.ts'
import { refused } from '#shared/errors.ts'
import { type OrganizationTargets, type Project, ProjectTargets } from '../projects.contract.ts'
import type { ProjectTable } from './projects.tables.ts'

type ProjectRow = Pick<Selectable<ProjectTable>, 'targets' | 'organization_id'>
type TargetsOfProject = Pick<Project, 'targets' | 'targetsFrom' | 'organizationTargets'>
type InheritedTargets = NonNullable<Project['organizationTargets']>

/** A project's own targets, or its organization's, or the defaults. */
export function targetsOf(
  { targets: own, organization_id: organizationId }: ProjectRow,
  inherited: ReadonlyMap<string, InheritedTargets>,
): TargetsOfProject {
  const organizationTargets = inherited.get(organizationId ?? '') ?? null
  if (own !== null) return { targets: storedTargets(own), targetsFrom: 'project', organizationTargets }
  return organizationTargets
    ? { targets: organizationTargets.targets, targetsFrom: 'organization', organizationTargets }
    : { targets: { ...DEFAULT_TARGETS }, targetsFrom: 'default', organizationTargets }
}

/** The targets of the projects' organizations, by their ids; those that set none are left out. */
export async function inheritedTargets(
  db: Db,
  projects: readonly ProjectRow[],
): Promise<ReadonlyMap<string, InheritedTargets>> {
  const ids = [...new Set(projects.flatMap((row) => row.organization_id ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('organization_targets')
    .innerJoin('organization', 'organization.id', 'organization_targets.organization_id')
    .select(['organization.id', 'organization.name', 'organization_targets.targets'])
    .where('organization.id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name, targets }) => [id, { organization: name, targets: storedTargets(targets) }]))
}

export async function readOrganizationTargets({ db, organizationId }: OrganizationScope): Promise<OrganizationTargets> {
  const row = await db
    .selectFrom('organization_targets')
    .select('targets')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return { targets: row ? storedTargets(row.targets) : null }
}

/** For owners and admins. Tells the projects that have no targets of their own, and the organization's members. */
export async function setOrganizationTargets(
  scope: OrganizationScope,
  { targets }: OrganizationTargets,
): Promise<OrganizationTargets> {
  const { db, organizationId, manages, now } = scope
  if (!manages) throw refused.forbidden()
  if (targets === null)
    await db.deleteFrom('organization_targets').where('organization_id', '=', organizationId).execute()
  else {
    const row = { targets: JSON.stringify(targets), updated_at: now() }
    await db
      .insertInto('organization_targets')
      .values({ organization_id: organizationId, ...row })
      .onConflict((c) => c.column('organization_id').doUpdateSet(row))
      .execute()
  }
  const heirs = await db
    .selectFrom('projects')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('targets', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const { id } of heirs) await emit(scope, `project:${id}`, 'project.targets_set', { projectId: id })
  const members = await db
    .selectFrom('member')
    .select('userId')
    .where('organizationId', '=', organizationId)
    .orderBy('userId')
    .execute()
  for (const { userId } of members) await emit(scope, `user:${userId}`, 'organization.changed', { organizationId })
  return readOrganizationTargets(scope)
}

/** Malformed ones, as after an import, are the defaults: one project must not make every list fail. */
function storedTargets(stored: string): DeliveryTargets {
  try {
    const own = ProjectTargets.partial().safeParse(JSON.parse(stored)).data ?? {}
    const set = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined))
    return { ...DEFAULT_TARGETS, ...set }
  } catch {
    return { ...DEFAULT_TARGETS }
  }
}
