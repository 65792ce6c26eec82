import { refused } from '#shared/errors.ts'
import type { UserScope } from '#server/scope.ts'
import type { Me, Person } from '../account.contract.ts'

export async function readMe({ db, actor }: UserScope): Promise<Me> {
  const row = await db.selectFrom('user').select(['id', 'name', 'username', 'image', 'email', 'emailVerified', 'createdAt']).where('id', '=', actor.userId).executeTakeFirst()
  if (!row) throw refused.unauthorized()
  return { id: row.id, name: row.name, username: row.username, image: row.image, email: row.email, emailVerified: Boolean(row.emailVerified), isAdmin: actor.isAdmin, createdAt: new Date(row.createdAt).getTime() }
}

/** Oneself, or somebody one shares a project or an organization with; everybody else does not exist. */
export async function readPerson({ db, actor }: UserScope, userId: string): Promise<Person> {
  const row = await db
    .selectFrom('user')
    .select(['id', 'name', 'username', 'image'])
    .where('id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('id', '=', actor.userId),
        eb.exists(
          eb
            .selectFrom('memberships as theirs')
            .innerJoin('memberships as mine', 'mine.project_id', 'theirs.project_id')
            .innerJoin('projects', 'projects.id', 'theirs.project_id')
            .select('theirs.user_id')
            .where('theirs.user_id', '=', userId)
            .where('mine.user_id', '=', actor.userId)
            .where('theirs.removed_at', 'is', null)
            .where('mine.removed_at', 'is', null)
            .where('projects.deleted_at', 'is', null),
        ),
        eb.exists(
          eb
            .selectFrom('member as theirs')
            .innerJoin('member as mine', 'mine.organizationId', 'theirs.organizationId')
            .select('theirs.id')
            .where('theirs.userId', '=', userId)
            .where('mine.userId', '=', actor.userId),
        ),
      ]),
    )
    .executeTakeFirst()
  if (!row) throw refused.not_found()
  return row
}
