import { sql } from 'kysely'
import { storedDate } from '#server/db/stored-date.ts'
import { isUniqueViolation } from '#server/db/unique-violation.ts'
import type { UserScope } from '#server/scope.ts'
import { accountErrors } from '../account.contract.ts'
import { tellAdmins } from './account.listeners.ts'

/** An account that an admin answers for: nobody is mailed, and its owner comes in by a link that is handed over. */
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
    // Signed up at the same moment.
    if (isUniqueViolation(error)) throw accountErrors['account.taken']()
    throw error
  }
  await tellAdmins(scope, id)
  return { userId: id }
}
