import { storedDate } from '#server/db/stored-date.ts'
import type { Db, DatabaseEngine } from '#server/db/open-database.ts'
import type { Instant } from '#shared/units.ts'
import type { ExportedPerson } from './project-rows.ts'

export interface MatchedPeople {
  /** The id here, by the id there. */
  readonly ids: ReadonlyMap<string, string>
  /** Ids here of those who have an account. */
  readonly known: ReadonlySet<string>
  /** Those who have none, with the ids they get. */
  readonly names: readonly { readonly id: string; readonly name: string }[]
  /**
   * Names of those whose address an account here has without having shown that it is its own, or that may not sign in.
   */
  readonly notTrusted: readonly string[]
}

/**
 * Who is who: somebody with the same address is the same person, where they have shown that it is theirs. Anybody may
 * sign up with anybody's address, and would be let into the project with what its owner may do.
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
 * Keeps everybody else as a name, on an account that nobody can sign in to, so that what they wrote still says whose it
 * is. Its address says nothing of the one they had, and no mail can reach it.
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
