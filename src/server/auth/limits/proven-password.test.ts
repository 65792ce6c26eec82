import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailOf, openRig, passwordOf, type Browser, type Rig } from '#testing/auth-rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig({ LOG_LEVEL: 'silent' })
})
afterAll(() => rig.close())

const sessionsOf = async (id: string) =>
  (await rig.world.services.database.db.selectFrom('session').select('token').where('userId', '=', id).execute()).map(
    ({ token }) => token,
  )

/** Asks as often as it can until the work is done, which takes as long as all that there is to hash. */
async function meanwhile(work: Promise<unknown>, ask: () => Promise<unknown>): Promise<void> {
  const asked: Promise<unknown>[] = []
  let isDone = false
  const end = work.finally(() => {
    isDone = true
  })
  while (!isDone && asked.length < 24) {
    asked.push(ask())
    await sleep(5)
  }
  await Promise.all([end, ...asked])
}

const changed = { newPassword: 'another one at night', revokeOtherSessions: true }

test.each([
  ['e-mail', (name: string) => rig.browser().signIn(name)],
  [
    'username',
    (name: string) =>
      rig.browser().post('/sign-in/username', { username: name.toLowerCase(), password: passwordOf(name) }),
  ],
])('no sign-in by %s with the old password that was under way outlives a changed one', async (how, signIn) => {
  const name = `Nora${how.length}`
  const here = rig.browser()
  const {
    user: { id },
  } = (await here.signUp(name, { username: name.toLowerCase() })).body
  await meanwhile(here.post('/change-password', { currentPassword: passwordOf(name), ...changed }), () => signIn(name))
  const own = (await here.session('?disableCookieCache=true')).session.token
  await expect.poll(() => sessionsOf(id), { interval: 20 }).toEqual([own])
})

test('no change of the password by a session that another change ended takes the account back', async () => {
  const owner = await rig.person('Vera')
  const thieves: Browser[] = []
  for (let n = 0; n < 3; n++) {
    const thief = rig.browser()
    await thief.signIn('Vera')
    thieves.push(thief)
  }
  const answers = await Promise.all(
    [owner, ...thieves].map((one, n) =>
      one.post('/change-password', {
        currentPassword: passwordOf('Vera'),
        newPassword: `the new one of ${n}`,
        revokeOtherSessions: true,
      }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401])
  const winner = answers.findIndex(({ status }) => status === 200)
  expect(
    (await rig.browser().post('/sign-in/email', { email: emailOf('Vera'), password: `the new one of ${winner}` }))
      .status,
  ).toBe(200)
})
