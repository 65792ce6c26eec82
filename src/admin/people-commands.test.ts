import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRig, type Rig } from '#testing/auth-rig.ts'
import { adminOn } from './admin.rig.ts'

let rig: Rig
let admin: ReturnType<typeof adminOn>
beforeAll(async () => {
  rig = await openRig({ SIGN_UP: 'closed', REQUIRE_VERIFIED_EMAIL: 'true' })
  admin = adminOn(rig.world.services)
})
afterAll(() => rig.close())

const signIn = (email: string, password: string) => rig.browser().post('/sign-in/email', { email, password })

test('the first account is the admin, the second is not, and both may sign in though sign-up is closed', async () => {
  const first = await admin(['users', 'create', 'Root@Example.com', 'Root', '--json'])
  const second = await admin(
    ['users', 'create', 'nora@example.com', 'Nora B.', '--username', 'Nora_B', '--password-stdin', '--json'],
    { piped: 'sings at night' },
  )
  expect([first.code, first.json.isAdmin, second.code, second.json]).toEqual([
    0,
    true,
    0,
    { id: expect.any(String), email: 'nora@example.com', isAdmin: false },
  ])
  expect((await signIn('root@example.com', first.json.password)).status).toBe(200)
  expect(
    (await rig.browser().post('/sign-in/username', { username: 'nora_b', password: 'sings at night' })).status,
  ).toBe(200)
  const listed = await admin(['users', 'list', '--json'])
  expect(
    listed.json
      .map(({ email, isAdmin, ways }: { email: string; isAdmin: boolean; ways: string[] }) => [email, isAdmin, ways])
      .toSorted(),
  ).toEqual([
    ['nora@example.com', false, ['credential']],
    ['root@example.com', true, ['credential']],
  ])
  expect((await admin(['users', 'list', '--search', 'nora_b'])).out).toMatch(
    /^ {2}nora@example\.com {2}Nora B\. {2}nora_b/,
  )
})

test('a taken address or username, and what is none, are refused in words', async () => {
  await admin(['users', 'create', 'taken@example.com', 'Taken', '--username', 'taken'])
  const said = async (...args: string[]) => {
    const { code, err } = await admin(['users', 'create', ...args])
    return `${code} ${err.trim()}`
  }
  expect(await said('TAKEN@example.com', 'Other')).toBe('3 An account with taken@example.com already exists.')
  expect(await said('other@example.com', 'Other', '--username', 'TAKEN')).toBe('3 The username TAKEN is taken.')
  expect(await said('nobody', 'Other')).toBe('3 This is not an e-mail address.')
  expect(await said('other@example.com', '  ')).toBe('3 The name is empty.')
  expect(
    (await admin(['users', 'create', 'other@example.com', 'Other', '--password-stdin'], { piped: 'short' })).err,
  ).toBe('A password has 8 to 128 characters here.\n')
})

test('somebody with a new password is signed out everywhere, and the old one opens nothing', async () => {
  await admin(['users', 'create', 'pat@example.com', 'Pat', '--password-stdin'], { piped: 'the old words' })
  const browser = rig.browser()
  await browser.post('/sign-in/email', { email: 'pat@example.com', password: 'the old words' })
  const { json } = await admin(['users', 'reset-password', 'PAT@example.com', '--json'])
  expect(await browser.session('?disableCookieCache=true')).toBeNull()
  expect([
    (await signIn('pat@example.com', 'the old words')).status,
    (await signIn('pat@example.com', json.password)).status,
  ]).toEqual([401, 200])
})

test('a new password from the command line revokes what programs come with as well, and says so', async () => {
  const { json } = await admin(['users', 'create', 'tok@example.com', 'Tok', '--json'])
  const { db } = rig.world.services.database
  await db
    .insertInto('api_tokens')
    .values({
      id: 'tok-1',
      user_id: json.id,
      name: 'DAW',
      token_hash: 'tok-hash',
      ending: 'abcd',
      scopes: '["read"]',
      project_ids: null,
      created_at: 1,
      expires_at: null,
      last_used_at: null,
    })
    .execute()
  expect((await admin(['users', 'reset-password', 'tok@example.com'])).out).toContain(
    'signed out everywhere. API tokens revoked: 1.',
  )
  expect(await db.selectFrom('api_tokens').select('id').where('user_id', '=', json.id).execute()).toEqual([])
  expect(
    await db
      .selectFrom('audit')
      .select('refs')
      .where('kind', '=', 'token.revoked')
      .where('subject_id', '=', json.id)
      .execute(),
  ).toHaveLength(1)
})

test('somebody who came by a provider gets a first password', async () => {
  const { json } = await admin(['users', 'create', 'social@example.com', 'Social', '--json'])
  await rig.world.services.database.db.deleteFrom('account').where('userId', '=', json.id).execute()
  await admin(['users', 'reset-password', 'social@example.com', '--password-stdin'], { piped: 'a first password' })
  expect((await signIn('social@example.com', 'a first password')).status).toBe(200)
})

test('an admin made here is one at the next click', async () => {
  await admin(['users', 'create', 'crown@example.com', 'Crown', '--password-stdin'], { piped: 'a long password' })
  const browser = rig.browser()
  await browser.post('/sign-in/email', { email: 'crown@example.com', password: 'a long password' })
  expect((await browser.open('/api/admin/jobs')).status).toBe(404)
  expect((await admin(['users', 'make-admin', 'crown@example.com'])).code).toBe(0)
  expect((await browser.open('/api/admin/jobs')).status).toBe(200)
  expect(await admin(['users', 'make-admin', 'nobody@example.com'])).toMatchObject({
    code: 3,
    err: 'No account matches nobody@example.com. “users list” shows them all.\n',
  })
})

describe('jobs', () => {
  const dead = (id: string) =>
    rig.world.services.database.db
      .insertInto('jobs')
      .values({
        id,
        kind: 'mail.send',
        payload: '{}',
        unique_key: null,
        project_id: null,
        state: 'dead',
        attempts: 8,
        max_attempts: 8,
        run_at: 1,
        lease_id: null,
        lease_until: null,
        last_error: 'no route to host',
        created_at: 1,
        finished_at: 2,
      })
      .execute()

  test('that have failed for good are listed with the reason and put back one by one or all', async () => {
    for (const id of ['first', 'second', 'third']) await dead(id)
    expect((await admin(['jobs', 'list', '--state', 'dead'])).out).toContain(
      'first   mail.send  dead  8/8  no route to host',
    )
    expect((await admin(['jobs', 'retry', 'first'])).code).toBe(0)
    expect(await admin(['jobs', 'retry', 'first'])).toMatchObject({
      code: 3,
      err: 'Job first is ready; only dead jobs can be retried.\n',
    })
    expect((await admin(['jobs', 'retry', '--all', '--json'])).json.retried.toSorted()).toEqual(['second', 'third'])
    expect((await admin(['jobs', 'list', '--state', 'dead', '--json'])).json).toEqual([])
  })
})

test('what is changed here is in the log, as the command line’s', async () => {
  const { db } = rig.world.services.database
  await db.deleteFrom('audit').execute()
  const { json } = await admin(['users', 'create', 'logged@example.com', 'Logged', '--json'])
  await admin(['users', 'reset-password', 'logged@example.com'])
  await admin(['users', 'make-admin', 'logged@example.com'])
  await admin(['users', 'list'])
  await db
    .insertInto('jobs')
    .values({
      id: 'logged',
      kind: 'mail.send',
      payload: '{}',
      unique_key: null,
      project_id: null,
      state: 'dead',
      attempts: 8,
      max_attempts: 8,
      run_at: 1,
      lease_id: null,
      lease_until: null,
      last_error: null,
      created_at: 1,
      finished_at: 2,
    })
    .execute()
  await admin(['jobs', 'retry', 'logged'])
  await admin(['jobs', 'retry', '--all'])
  await admin(['sweep', '--dry-run'])
  const rows = await db.selectFrom('audit').selectAll().where('refs', 'like', '%command-line%').execute()
  expect(
    rows
      .map(({ kind, actor_id: actorId, subject_id: subjectId, refs }) => [kind, actorId, subjectId, JSON.parse(refs)])
      .toSorted(),
  ).toEqual([
    ['admin.jobs_retried', null, null, { jobId: 'logged', by: 'command-line' }],
    ['admin.made', null, json.id, { by: 'command-line' }],
    ['admin.person_made', null, json.id, { by: 'command-line' }],
    ['password.reset', null, json.id, { by: 'command-line' }],
  ])
})

describe('the command line', () => {
  test('explains itself and each of its commands', async () => {
    const { code, out } = await admin(['--help'])
    expect([code, out]).toEqual([0, expect.stringContaining('users create EMAIL NAME')])
    expect((await admin(['users', 'create', '--help'])).out).toContain('--username USERNAME')
  })

  test('refuses what it does not understand rather than guess', async () => {
    for (const args of [
      ['frobnicate'],
      ['users'],
      ['users', 'list', 'extra'],
      ['users', 'create', 'a@example.com'],
      ['users', 'list', '--serach', 'x'],
      ['jobs', 'retry'],
      ['jobs', 'list', '--state', 'odd'],
    ])
      expect((await admin(args)).code, args.join(' ')).toBe(2)
    expect((await admin(['users', 'list', 'extra', '--json'])).json).toEqual({
      error: expect.stringContaining('no arguments'),
    })
  })
})
