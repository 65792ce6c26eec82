import { sql } from 'kysely'
import { type Cursor, cutPage, readCursor } from '#server/db/paging.ts'
import { storedDate } from '#server/db/stored-date.ts'
import { emit } from '#server/events/events.queries.ts'
import type { UserScope, VisitorScope } from '#server/scope.ts'
import { refused } from '#shared/errors.ts'
import { foldText, likePattern } from '#shared/fold-text.ts'
import { accountErrors, type AdminPerson } from '../account.contract.ts'
import { tellAdmins } from './account.listeners.ts'

interface Asked {
  readonly cursor?: string | undefined
  readonly limit: number
  readonly search?: string | undefined
}

/**
 * Newest first. The search is part of a name, an address or a username, in any letter case, with or without accents.
 */
export async function listPeople(
  { db }: Pick<VisitorScope, 'db'>,
  { cursor, limit, search }: Asked,
): Promise<{ items: AdminPerson[]; nextCursor: string | null }> {
  const sought = foldText(search ?? '')
  const rows: PersonRow[] = []
  let after = readCursor(cursor)
  // The database may find more than are sought, and then the page takes another look.
  while (rows.length <= limit) {
    const read = await peopleAfter(db, after, sought)
      .limit(limit + 1)
      .execute()
    rows.push(...read.filter((row) => sought === '' || namesOf(row).some((name) => foldText(name).includes(sought))))
    const last = read.at(-1)
    if (!last || read.length <= limit) break
    after = cursorOf(last)
  }
  const ways = await waysOf(
    db,
    rows.map(({ id }) => id),
  )
  return cutPage(rows, limit, cursorOf, (row) => personOf(row, ways))
}

function peopleAfter(db: UserScope['db'], after: Cursor | undefined, sought: string) {
  const since = storedDate(after?.[0] ?? 0)
  return peopleRows(db)
    .$if(sought !== '', (q) =>
      q.where((eb) =>
        eb.or(
          (['user.name', 'user.email', 'user.username'] as const).map(
            (column) => sql<boolean>`fold_text(${eb.ref(column)}) like ${likePattern(sought)} escape '\\'`,
          ),
        ),
      ),
    )
    .$if(after !== undefined, (q) =>
      q.where((eb) =>
        eb.or([
          eb('user.createdAt', '<', since),
          eb.and([eb('user.createdAt', '=', since), eb('user.id', '<', after?.[1] ?? '')]),
        ]),
      ),
    )
    .orderBy('user.createdAt', 'desc')
    .orderBy('user.id', 'desc')
}

function cursorOf({ createdAt, id }: PersonRow): Cursor {
  return [new Date(createdAt).getTime(), id]
}

function namesOf({ name, email, username }: PersonRow): readonly string[] {
  return [name, email, username ?? '']
}

/** Sessions end at once; open pages notice within two seconds. */
export async function disablePerson(scope: UserScope, userId: string): Promise<AdminPerson> {
  const { db, actor, now } = scope
  if (userId === actor.userId) throw accountErrors['account.self']()
  await openPerson(scope, userId)
  await db
    .updateTable('user')
    .set({ disabledAt: storedDate(now()) })
    .where('id', '=', userId)
    .execute()
  await db.deleteFrom('session').where('userId', '=', userId).execute()
  await tellAdmins(scope, userId)
  return openPerson(scope, userId)
}

export async function enablePerson(scope: UserScope, userId: string): Promise<AdminPerson> {
  await openPerson(scope, userId)
  await scope.db.updateTable('user').set({ disabledAt: null }).where('id', '=', userId).execute()
  await tellAdmins(scope, userId)
  return openPerson(scope, userId)
}

export async function makeAdmin(scope: UserScope, userId: string): Promise<AdminPerson> {
  await openPerson(scope, userId)
  await scope.db
    .insertInto('standings')
    .values({ user_id: userId, is_admin: 1 })
    .onConflict((c) => c.column('user_id').doUpdateSet({ is_admin: 1 }))
    .execute()
  await tellAdmins(scope, userId)
  return openPerson(scope, userId)
}

export async function unmakeAdmin(scope: UserScope, userId: string): Promise<AdminPerson> {
  const { db } = scope
  await openPerson(scope, userId)
  // Written first: two admins who unmake each other wait for one another here, and the second finds nobody left.
  await db.updateTable('standings').set({ is_admin: 1 }).where('is_admin', '=', 1).execute()
  const other = await db
    .selectFrom('standings')
    .innerJoin('user', 'user.id', 'standings.user_id')
    .select('user.id')
    .where('is_admin', '=', 1)
    .where('user.id', '!=', userId)
    .where('user.disabledAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!other) throw accountErrors['account.last_admin']()
  await db.updateTable('standings').set({ is_admin: 0 }).where('user_id', '=', userId).execute()
  await tellAdmins(scope, userId)
  return openPerson(scope, userId)
}

export async function signOutEverywhere(scope: UserScope, userId: string): Promise<AdminPerson> {
  await openPerson(scope, userId)
  await scope.db.deleteFrom('session').where('userId', '=', userId).execute()
  await emit(scope, `user:${userId}`, 'session.changed', {})
  await tellAdmins(scope, userId)
  return openPerson(scope, userId)
}

async function openPerson({ db }: UserScope, userId: string): Promise<AdminPerson> {
  const row = await peopleRows(db).where('user.id', '=', userId).executeTakeFirst()
  if (!row) throw refused.not_found()
  return personOf(row, await waysOf(db, [userId]))
}

function peopleRows(db: UserScope['db']) {
  return db
    .selectFrom('user')
    .leftJoin('standings', 'standings.user_id', 'user.id')
    .select([
      'user.id',
      'user.name',
      'user.username',
      'user.image',
      'user.email',
      'user.emailVerified',
      'user.createdAt',
      'user.disabledAt',
      'standings.is_admin',
    ])
    .select((eb) =>
      eb
        .selectFrom('session')
        .whereRef('session.userId', '=', 'user.id')
        .select((c) => c.fn.max('session.updatedAt').as('at'))
        .as('seen_at'),
    )
}

type PersonRow = Awaited<ReturnType<ReturnType<typeof peopleRows>['executeTakeFirstOrThrow']>>

async function waysOf(
  db: UserScope['db'],
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db
    .selectFrom('account')
    .select(['userId', 'providerId'])
    .where('userId', 'in', ['', ...userIds])
    .orderBy('providerId')
    .execute()
  return Map.groupBy(rows, ({ userId }) => userId)
    .entries()
    .reduce(
      (map, [userId, list]) =>
        map.set(
          userId,
          list.map(({ providerId }) => providerId),
        ),
      new Map<string, string[]>(),
    )
}

function personOf(row: PersonRow, ways: ReadonlyMap<string, readonly string[]>): AdminPerson {
  return {
    id: row.id,
    name: row.name,
    username: row.username,
    image: row.image,
    email: row.email,
    emailVerified: Boolean(row.emailVerified),
    isAdmin: row.is_admin === 1,
    createdAt: new Date(row.createdAt).getTime(),
    disabledAt: row.disabledAt === null ? null : new Date(row.disabledAt).getTime(),
    lastSeenAt: row.seen_at === null ? null : new Date(row.seen_at).getTime(),
    ways: [...(ways.get(row.id) ?? [])],
  }
}
