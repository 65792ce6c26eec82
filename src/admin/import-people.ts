import { storedDate } from '#server/db/stored-date.ts'
import type { Db, Engine } from '#server/db/open-database.ts'
import type { Instant } from '#shared/units.ts'
import type { ProjectPerson } from './project-rows.ts'

export interface MatchedPeople {
  /** The id here, by the id there. */
  readonly ids: ReadonlyMap<string, string>
  /** Ids here of those who have an account. */
  readonly known: ReadonlySet<string>
  /** Those who have none, with the ids they get. */
  readonly names: readonly { readonly id: string; readonly name: string }[]
}

/** Who is who: somebody with the same address is the same person. */
export async function matchPeople(db: Db, people: readonly ProjectPerson[], newId: () => string): Promise<MatchedPeople> {
  const addresses = people.flatMap(({ email }) => (email === null ? [] : [email.toLowerCase()]))
  const here = new Map((await db.selectFrom('user').select(['id', 'email']).where('email', 'in', ['', ...addresses]).execute()).map(({ id, email }) => [email, id]))
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
  return { ids, known, names }
}

/**
 * Keeps everybody else as a name, on an account that nobody can sign in to, so that what they wrote still says whose it
 * is. Its address says nothing of the one they had, and no mail can reach it.
 */
export async function keepNames(db: Db, engine: Engine, names: MatchedPeople['names'], now: Instant): Promise<void> {
  const at = storedDate(now)
  for (const { id, name } of names) {
    await db.insertInto('user').values({ id, name, email: `${id}@imported.invalid`, emailVerified: engine === 'sqlite' ? 0 : false, image: null, username: null, displayUsername: null, createdAt: at, updatedAt: at, disabledAt: at, emailChangedAt: null }).execute()
  }
}
