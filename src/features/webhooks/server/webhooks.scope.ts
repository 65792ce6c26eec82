import type { Selectable } from 'kysely'
import { openOrganization } from '#features/organizations/server/organizations.scope.ts'
import { refused } from '#shared/errors.ts'
import type { ProjectScope, UserScope } from '#server/scope.ts'
import type { WebhookTable } from './webhooks.tables.ts'

/** A project or organization whose webhooks the user may manage. */
export type WebhookPlace = UserScope & {
  readonly place:
    | { readonly project_id: string; readonly organization_id: null }
    | { readonly project_id: null; readonly organization_id: string }
}

export interface WebhookScope extends Omit<WebhookPlace, 'place'> {
  readonly place: WebhookPlace['place']
  readonly webhook: Selectable<WebhookTable>
}

/** The route's access has checked the role. */
export function placeInProject(scope: ProjectScope): WebhookPlace {
  return { ...scope, place: { project_id: scope.projectId, organization_id: null } }
}

/** For owners and admins; refuses plain members, and is not found for everybody else. */
export async function placeInOrganization(scope: UserScope, organizationId: string): Promise<WebhookPlace> {
  const { manages } = await openOrganization(scope, organizationId)
  if (!manages) throw refused.forbidden()
  return { ...scope, place: { project_id: null, organization_id: organizationId } }
}

export async function openWebhook(scope: WebhookPlace, id: string): Promise<WebhookScope> {
  const { project_id: projectId, organization_id: organizationId } = scope.place
  const webhook = await scope.db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .$if(projectId !== null, (q) => q.where('project_id', '=', projectId))
    .$if(organizationId !== null, (q) => q.where('organization_id', '=', organizationId))
    .executeTakeFirst()
  if (!webhook) throw refused.not_found()
  return { ...scope, webhook }
}
