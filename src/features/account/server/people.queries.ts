import type { UserScope } from '#server/scope.ts'
import { refused } from '#shared/errors.ts'
import type { Me, Person } from '../account.contract.ts'
import { areAcquainted } from './account-hooks.ts'

export async function readMe({ db, actor }: UserScope): Promise<Me> {
  const row = await db
    .selectFrom('user')
    .select(['id', 'name', 'username', 'image', 'email', 'emailVerified', 'createdAt'])
    .where('id', '=', actor.userId)
    .executeTakeFirst()
  if (!row) throw refused.unauthorized()
  return {
    id: row.id,
    name: row.name,
    username: row.username,
    image: row.image,
    email: row.email,
    emailVerified: Boolean(row.emailVerified),
    isAdmin: actor.isAdmin,
    createdAt: new Date(row.createdAt).getTime(),
  }
}

/** Oneself, or somebody one shares a project or an organization with; everybody else does not exist. */
export async function readPerson({ db, actor }: UserScope, userId: string): Promise<Person> {
  const row = await db
    .selectFrom('user')
    .select(['id', 'name', 'username', 'image'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!row || (userId !== actor.userId && !(await areAcquainted(db, actor.userId, userId)))) throw refused.not_found()
  return row
}
