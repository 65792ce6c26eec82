import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openRig, type Browser, type Rig } from '#testing/auth-rig.ts'
import { storedDate } from '../../db/stored-date.ts'

const DAY = 86_400_000
let rig: Rig
let nora: Browser
/** Of other routes each counts its tries, which a full disk keeps it from, unless there are no limits. */
beforeEach(async () => {
  rig = await openRig({ SIGN_IN_RATE_LIMIT: '0', LOG_LEVEL: 'silent' })
  nora = await rig.person('Nora')
})
afterEach(async () => {
  await empty()
  await rig.close()
})

const db = () => rig.world.services.database.db
const row = () => db().selectFrom('session').selectAll().executeTakeFirstOrThrow()
const set = (updatedDaysAgo: number, expiresInDays: number) =>
  db()
    .updateTable('session')
    .set({
      updatedAt: storedDate(Date.now() - updatedDaysAgo * DAY),
      expiresAt: storedDate(Date.now() + expiresInDays * DAY),
    })
    .execute()

const events = ['update', 'delete'] as const

/** From now on no session can be written: the database says that its disk is full. */
async function fill(): Promise<void> {
  if (rig.world.services.database.engine === 'postgres') {
    const body = "begin raise exception 'full' using errcode = '53100'; end"
    await sql.raw(`create or replace function refuse() returns trigger as $$ ${body} $$ language plpgsql`).execute(db())
    for (const event of events) {
      await sql
        .raw(`create trigger full_${event} before ${event} on session for each row execute function refuse()`)
        .execute(db())
    }
    return
  }
  await sql`create table filler (bytes blob)`.execute(db())
  for (const event of events) {
    const body = 'begin insert into filler values (zeroblob(10000000)); end'
    await sql.raw(`create trigger full_${event} before ${event} on session ${body}`).execute(db())
  }
  await sql`pragma max_page_count = 1`.execute(db())
}

async function empty(): Promise<void> {
  const on = rig.world.services.database.engine === 'postgres' ? ' on session' : ''
  for (const event of events) await sql.raw(`drop trigger if exists full_${event}${on}`).execute(db())
}

test('on a full disk a session due to be extended is answered as it is, and extended once there is room', async () => {
  await set(5, 2)
  const before = await row()
  await fill()
  for (const query of ['', '?disableCookieCache=true']) {
    const read = await nora.get(`/get-session${query}`)
    expect(read).toMatchObject({ status: 200, body: { user: { name: 'Nora' }, session: { id: before.id } } })
  }
  expect(await row()).toEqual(before)
  await empty()
  expect((await nora.get('/get-session?disableCookieCache=true')).status).toBe(200)
  expect(new Date((await row()).expiresAt).getTime()).toBeGreaterThan(Date.now() + 6 * DAY)
})

test('what only reads does not take such a session for none', async () => {
  await set(5, 2)
  await fill()
  expect(await nora.get('/list-accounts')).toMatchObject({ status: 200, body: [{ provider: 'credential' }] })
  expect((await nora.get('/organization/list')).status).toBe(200)
})

test('a session that has expired is none, deleted or not', async () => {
  await set(8, -1)
  await fill()
  expect(await nora.get('/get-session?disableCookieCache=true')).toMatchObject({ status: 200, body: null })
  expect((await row()).userId).toEqual(expect.any(String))
})

test('signing out says that it could not be done, and everything else that would change a session', async () => {
  const { token } = await row()
  const {
    body: { id },
  } = await nora.post('/organization/create', { name: 'Label', slug: 'label' })
  await nora.post('/organization/set-active', { organizationId: null })
  await fill()
  for (const [path, body] of [
    ['/sign-out', {}],
    ['/revoke-session', { token }],
    ['/revoke-sessions', {}],
    ['/organization/set-active', { organizationId: id }],
  ] as const) {
    const copy = new Map(nora.jar)
    expect({ path, ...(await nora.post(path, body)) }).toMatchObject({
      path,
      status: 507,
      body: { code: 'storage.full' },
    })
    for (const [name, value] of copy) nora.jar.set(name, value)
  }
  expect((await row()).token).toBe(token)
})
