import { sql } from 'kysely'
import * as z from 'zod'
import { Refusal, refused } from '#shared/errors.ts'
import { Id } from '#shared/shapes.ts'
import type { UserScope } from '#server/scope.ts'
import type { Organization } from '../organizations.contract.ts'
import { organizationRights, rolesIn } from '../organizations.policy.ts'
import { openOrganization } from './organizations.scope.ts'
import { projectCount } from './organization-hooks.ts'

type Page = { items: Organization[]; nextCursor: string | null }

/** Sorted by name; the cursor is the last name and id. */
export async function listOrganizations(
  { db, actor }: UserScope,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page> {
  const after = readNameCursor(cursor)
  const rows = await organizationRows(db, actor.userId, (await projectCount.ask(db)).flat())
    .$if(after !== undefined, (q) =>
      q.where((eb) =>
        eb.or([
          eb('organization.name', '>', after?.[0] ?? ''),
          eb.and([eb('organization.name', '=', after?.[0] ?? ''), eb('organization.id', '>', after?.[1] ?? '')]),
        ]),
      ),
    )
    .orderBy('organization.name')
    .orderBy('organization.id')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { items: shown.map(organizationOf), nextCursor: last ? nameCursor(last.name, last.id) : null }
}

export async function readOrganization(scope: UserScope, organizationId: string): Promise<Organization> {
  await openOrganization(scope, organizationId)
  const row = await organizationRows(scope.db, scope.actor.userId, (await projectCount.ask(scope.db)).flat())
    .where('organization.id', '=', organizationId)
    .executeTakeFirst()
  if (!row) throw refused.not_found()
  return organizationOf(row)
}

type ProjectCounts = Awaited<ReturnType<typeof projectCount.ask>>[number]

function organizationRows(db: UserScope['db'], userId: string, counts: ProjectCounts) {
  return db
    .selectFrom('member')
    .innerJoin('organization', 'organization.id', 'member.organizationId')
    .select([
      'organization.id',
      'organization.name',
      'organization.slug',
      'organization.logo',
      'organization.createdAt',
      'member.role',
    ])
    .select((eb) => [
      eb
        .selectFrom('member as others')
        .whereRef('others.organizationId', '=', 'organization.id')
        .select((c) => c.fn.countAll<number>().as('n'))
        .as('member_count'),
      eb
        .selectFrom('member as owners')
        .whereRef('owners.organizationId', '=', 'organization.id')
        .where(sql<boolean>`',' || owners.role || ',' like '%,owner,%'`)
        .select((c) => c.fn.countAll<number>().as('n'))
        .as('owner_count'),
    ])
    .select(counts)
    .where('member.userId', '=', userId)
}

type OrganizationRow = Awaited<ReturnType<ReturnType<typeof organizationRows>['executeTakeFirstOrThrow']>>

function organizationOf(row: OrganizationRow): Organization {
  const roles = rolesIn(row.role)
  const isOnlyOwner = roles.includes('owner') && (row.owner_count ?? 0) <= 1
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    logo: row.logo,
    createdAt: new Date(row.createdAt).getTime(),
    memberCount: row.member_count ?? 0,
    projectCount: row.project_count ?? 0,
    roles,
    may: { ...organizationRights(roles), leave: !isOnlyOwner },
  }
}

/** Names never contain NUL, and PostgreSQL cannot compare with it. */
const NameCursor = z.tuple([z.string().refine((name) => !name.includes('\u0000')), Id])

export function nameCursor(name: string, id: string): string {
  return Buffer.from(JSON.stringify([name, id])).toString('base64url')
}

export function readNameCursor(text: string | undefined): readonly [name: string, id: string] | undefined {
  if (text === undefined) return undefined
  try {
    return NameCursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw new Refusal(400, 'VALIDATION_ERROR', 'Invalid query parameters', {
      fields: { cursor: 'This is not a cursor of this list.' },
    })
  }
}
