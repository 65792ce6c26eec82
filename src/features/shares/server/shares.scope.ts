import type { Selectable } from 'kysely'
import { refused } from '#shared/errors.ts'
import type { ProjectScope } from '#server/scope.ts'
import type { ShareTable } from './shares.tables.ts'

/** Proof that a link belongs to an accessible project. */
export interface LinkScope extends ProjectScope {
  readonly link: Selectable<ShareTable>
}

export async function openLink(scope: ProjectScope, shareId: string): Promise<LinkScope> {
  const link = await scope.db
    .selectFrom('shares')
    .selectAll()
    .where('id', '=', shareId)
    .where('project_id', '=', scope.projectId)
    .executeTakeFirst()
  if (!link) throw refused.not_found()
  return { ...scope, link }
}
