import { sql } from 'kysely'
import { storedDate } from '#server/db/stored-date.ts'
import { isUniqueViolation } from '#server/db/unique-violation.ts'
import type { UserScope } from '#server/scope.ts'
import { accountErrors } from '../account.contract.ts'
import { tellAdmins } from './account.listeners.ts'

/** An account created by an admin: no mail is sent, and its owner signs in with a link that the admin passes on. */
export async function makePerson(
  scope: UserScope,
  { name, email }: { readonly name: string; readonly email: string },
): Promise<{ userId: string }> {
  const { db, newId, now } = scope
  const id = newId()
  const at = storedDate(now())
  const address = email.toLowerCase()
  if (await db.selectFrom('user').select('id').where('email', '=', address).executeTakeFirst())
    throw accountErrors['account.taken']()
  try {
    await db
      .insertInto('user')
      .values({
        id,
        name,
        email: address,
        emailVerified: sql<boolean>`true`,
        image: null,
        username: null,
        displayUsername: null,
        createdAt: at,
        updatedAt: at,
        disabledAt: null,
        emailChangedAt: null,
      })
      .execute()
  } catch (error) {
    // The address signed up at the same time.
    if (isUniqueViolation(error)) throw accountErrors['account.taken']()
    throw error
  }
  await tellAdmins(scope, id)
  return { userId: id }
}
