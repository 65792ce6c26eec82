import type { Selectable } from 'kysely'
import { allows } from '#shared/roles.ts'
import { organizationRights, rolesIn } from '#features/organizations/organizations.policy.ts'
import { rightsOf, waysIn } from '#features/projects/server/project-rights.ts'
import type { VisitorScope } from '#server/scope.ts'
import { webhookPolicy } from '../webhooks.policy.ts'
import type { WebhookTable } from './webhooks.tables.ts'

/** A webhook acts for its creator: if they may no longer manage it, it is switched off. */
export async function mayHear({ db }: Pick<VisitorScope, 'db'>, hook: Selectable<WebhookTable>): Promise<boolean> {
  if (hook.created_by === null) return false
  const maker = await db.selectFrom('user').select('disabledAt').where('id', '=', hook.created_by).executeTakeFirst()
  if (!maker || maker.disabledAt !== null) return false
  if (hook.organization_id !== null) {
    const member = await db
      .selectFrom('member')
      .select('role')
      .where('organizationId', '=', hook.organization_id)
      .where('userId', '=', hook.created_by)
      .executeTakeFirst()
    return organizationRights(rolesIn(member?.role ?? null)).edit
  }
  const row = await waysIn(db, hook.created_by).where('projects.id', '=', hook.project_id).executeTakeFirst()
  const rights = row && rightsOf(row)
  return rights !== undefined && allows(rights, webhookPolicy['webhook.manage'])
}
