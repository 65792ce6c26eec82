import { storedDate } from '#server/db/stored-date.ts'
import type { Db, DatabaseEngine } from '#server/db/open-database.ts'
import type { Instant } from '#shared/units.ts'
import type { ExportedPerson } from './project-rows.ts'

export interface MatchedPeople {
  /** Ids here, by the exported ids. */
  readonly ids: ReadonlyMap<string, string>
  /** Ids here of people with an account. */
  readonly known: ReadonlySet<string>
  /** People without an account, with their new ids. */
  readonly names: readonly { readonly id: string; readonly name: string }[]
  /** Names of people whose address belongs to an unverified or disabled account here. */
  readonly notTrusted: readonly string[]
}

/**
 * Matches people by address, only to accounts that have verified it: anyone may sign up with any address, and would get
 * access with the rights of its owner.
 */
export async function matchPeople(
  db: Db,
  people: readonly ExportedPerson[],
  newId: () => string,
): Promise<MatchedPeople> {
  const addresses = people.flatMap(({ email }) => (email === null ? [] : [email.toLowerCase()]))
  const accounts = await db
    .selectFrom('user')
    .select(['id', 'email', 'emailVerified', 'disabledAt'])
    .where('email', 'in', ['', ...addresses])
    .execute()
  const here = new Map(accounts.filter(mayBeKnown).map(({ id, email }) => [email, id]))
  const unproven = new Set(accounts.filter((account) => !mayBeKnown(account)).map(({ email }) => email))
  const ids = new Map<string, string>()
  const known = new Set<string>()
  const names: { id: string; name: string }[] = []
  for (const { id, name, email } of people) {
    const account = email === null ? undefined : here.get(email.toLowerCase())
    const idHere = account ?? newId()
    ids.set(id, idHere)
    if (account === undefined) names.push({ id: idHere, name })
    else known.add(account)
  }
  const notTrusted = people
    .filter(({ email }) => email !== null && unproven.has(email.toLowerCase()))
    .map(({ name }) => name)
  return { ids, known, names, notTrusted }
}

function mayBeKnown({
  emailVerified,
  disabledAt,
}: {
  readonly emailVerified: unknown
  readonly disabledAt: unknown
}): boolean {
  return Boolean(emailVerified) && disabledAt === null
}

/**
 * Keeps other people as names, on accounts that nobody can sign in to, so that what they wrote keeps its author. Their
 * placeholder addresses reveal nothing and receive no mail.
 */
export async function keepNames(
  db: Db,
  engine: DatabaseEngine,
  names: MatchedPeople['names'],
  now: Instant,
): Promise<void> {
  const at = storedDate(now)
  for (const { id, name } of names) {
    await db
      .insertInto('user')
      .values({
        id,
        name,
        email: `${id}@imported.invalid`,
        emailVerified: engine === 'sqlite' ? 0 : false,
        image: null,
        username: null,
        displayUsername: null,
        createdAt: at,
        updatedAt: at,
        disabledAt: at,
        emailChangedAt: null,
      })
      .execute()
  }
}
