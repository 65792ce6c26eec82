import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#shared/units.ts'
import { openRig, passwordOf, type AuthAnswer, type Rig } from '#testing/auth-rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig({ SIGN_IN_RATE_LIMIT: '5', ACCOUNT_RATE_LIMIT: '4' })
  await rig.browser({ address: '192.0.2.200' }).signUp('Nora', { username: 'nora_b' })
})
afterAll(() => rig.close())

let host = 1
/** A client nobody has seen yet. */
const elsewhere = () => rig.browser({ address: `192.0.2.${host++}` })
const refused = { status: 429, body: { message: 'Too many requests. Please try again later.' } }
/** Those whose order does not matter: answers about mails take a quarter of a second each, known address or not. */
const atOnce = async (count: number, ask: () => Promise<AuthAnswer>) =>
  (await Promise.all(Array.from({ length: count }, ask))).map(({ status }) => status)
const statuses = async (count: number, ask: () => Promise<AuthAnswer>) => {
  const all: number[] = []
  for (let i = 0; i < count; i++) all.push((await ask()).status)
  return all
}
const MINUTE_MS = 60_000

describe('by the client’s address', () => {
  test('a sixth try within a minute is refused with Retry-After, and a minute later is not', async () => {
    const one = elsewhere()
    const ask = () => one.post('/sign-in/email', { email: `x${Math.random()}@example.com`, password: 'whatever it is' })
    expect(await statuses(5, ask)).toEqual([401, 401, 401, 401, 401])
    const answer = await ask()
    expect(answer).toMatchObject(refused)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(answer.headers).not.toHaveProperty('x-retry-after')
    rig.world.pass(MINUTE_MS)
    expect((await ask()).status).toBe(401)
  })

  test('others are not held up', async () => {
    const one = elsewhere()
    await statuses(6, () => one.post('/sign-in/email', { email: 'y@example.com', password: 'whatever it is' }))
    expect(
      (await elsewhere().post('/sign-in/email', { email: 'z@example.com', password: 'whatever it is' })).status,
    ).toBe(401)
  })

  test('forwarded headers open no new account of tries', async () => {
    const one = elsewhere()
    const answers = await statuses(6, () =>
      one.post(
        '/reset-password',
        { token: 'x', newPassword: 'long enough' },
        {
          'x-forwarded-for': `198.51.100.${host++}`,
          'x-real-client-ip': `198.51.100.${host++}`,
          forwarded: `for=198.51.100.${host++}`,
        },
      ),
    )
    expect(answers.at(-1)).toBe(429)
  })

  test('behind one trusted proxy the address it vouches for counts', async () => {
    const behind = await openRig({ SIGN_IN_RATE_LIMIT: '2', TRUSTED_PROXIES: '1' })
    const ask = (client: string) =>
      behind
        .browser({ address: '10.0.0.1' })
        .post(
          '/reset-password',
          { token: 'x', newPassword: 'long enough' },
          { 'x-forwarded-for': `203.0.113.9, ${client}` },
        )
    expect((await Promise.all([ask('198.51.100.1'), ask('198.51.100.1')])).map(({ status }) => status)).toEqual([
      400, 400,
    ])
    expect((await ask('198.51.100.1')).status).toBe(429)
    expect((await ask('198.51.100.2')).status).toBe(400)
    await behind.close()
  })

  test('a whole IPv6 /64 is one client, its neighbour another', async () => {
    const ask = (address: string) =>
      rig.browser({ address }).post('/reset-password', { token: 'x', newPassword: 'long enough' })
    const same = await Promise.all(Array.from({ length: 6 }, (_, n) => ask(`2001:db8:1:1::${n + 1}`)))
    expect(same.filter(({ status }) => status === 429)).toHaveLength(1)
    expect((await ask('2001:db8:1:2::1')).status).toBe(400)
    expect((await ask('::ffff:192.0.2.250')).status).toBe(400)
  })

  test('tokens in the address are one account of tries', async () => {
    const one = elsewhere()
    expect((await statuses(6, () => one.get(`/reset-password/${Math.random()}?callbackURL=/login`))).at(-1)).toBe(429)
  })

  test('a hundred at the same moment pass no more than five', async () => {
    const one = elsewhere()
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => one.post('/reset-password', { token: 'x', newPassword: 'long enough' })),
    )
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5)
  })

  test('reading one’s session is not counted', async () => {
    const one = elsewhere()
    expect(new Set(await statuses(20, () => one.get('/get-session')))).toEqual(new Set([200]))
  })

  test('somebody who asks steadily and slowly is never shut out', async () => {
    const one = elsewhere()
    const seen: number[] = []
    for (let i = 0; i < 12; i++) {
      rig.world.pass(20_000)
      seen.push((await one.post('/reset-password', { token: 'x', newPassword: 'long enough' })).status)
    }
    expect(new Set(seen)).toEqual(new Set([400]))
  })
})

const R = 4
const A_DAY = 96 * R
const QUARTER_MS = 15 * MINUTE_MS
const wrong = 'wrong, all of them'
const guessAt = (email: string, address?: string) =>
  (address === undefined ? elsewhere() : rig.browser({ address })).post('/sign-in/email', { email, password: wrong })
const db = () => rig.world.services.database.db
/** As if strangers had guessed so often, from a thousand addresses. */
const fill = async (key: string, count: number) =>
  db()
    .insertInto('limits')
    .values({ key, count, started_at: rig.world.services.now() })
    .onConflict((c) => c.column('key').doUpdateSet({ count }))
    .execute()
const countOf = async (key: string) =>
  (await db().selectFrom('limits').select('count').where('key', '=', key).executeTakeFirst())?.count
const idOf = async (name: string) =>
  (
    await db()
      .selectFrom('user')
      .select('id')
      .where('email', '=', `${name.toLowerCase()}@example.com`)
      .executeTakeFirstOrThrow()
  ).id
/** Somebody with a browser they signed in with and left. */
const knownPerson = async (name: string) => {
  const address = `198.51.100.${host++}`
  const browser = rig.browser({ address })
  expect((await browser.signUp(name)).status).toBe(200)
  await browser.post('/sign-out')
  return { browser, address, id: await idOf(name) }
}

describe('guessing at an account', () => {
  test('is stopped where it comes from while the owner gets in elsewhere, even for an unknown account', async () => {
    const address = '203.0.113.1'
    for (const email of ['nora@example.com', 'nobody@example.com']) {
      expect(await statuses(R, () => guessAt(email, address))).toEqual([401, 401, 401, 401])
      const answer = await guessAt(email.toUpperCase(), address)
      expect(answer).toMatchObject(refused)
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(60)
      rig.world.pass(MINUTE_MS)
    }
    expect(
      (await rig.browser({ address }).post('/sign-in/username', { username: 'nora_b', password: passwordOf('Nora') }))
        .status,
    ).toBe(429)
    expect((await elsewhere().signIn('Nora')).status).toBe(200)
    rig.world.pass(QUARTER_MS)
    expect((await rig.browser({ address }).signIn('Nora')).status).toBe(200)
  })

  test('is stopped for the day after four such quarters of an hour', async () => {
    const address = '203.0.113.2'
    for (let quarter = 0; quarter < 4; quarter++) {
      expect(await statuses(R, () => guessAt('nora@example.com', address))).toEqual([401, 401, 401, 401])
      rig.world.pass(QUARTER_MS)
    }
    expect((await guessAt('nora@example.com', address)).status).toBe(429)
    rig.world.pass(DAY_MS)
    expect((await guessAt('nora@example.com', address)).status).toBe(401)
  })

  test('counts failures alone: the right password takes its try back, for all who share its address', async () => {
    const { id } = await knownPerson('Otto')
    const address = '203.0.113.3'
    await statuses(3, () => guessAt('otto@example.com', address))
    expect((await rig.browser({ address }).signIn('Otto')).status).toBe(200)
    expect([await countOf(`password:${id}`), await countOf(`password:${id}:from:${address}`)]).toEqual([3, 3])
  })

  test('uses up nothing of what all strangers share once it is refused', async () => {
    const { id } = await knownPerson('Pia')
    await statuses(R + 3, () => guessAt('pia@example.com', '203.0.113.4'))
    expect(await countOf(`password:${id}`)).toBe(R)
  })

  test('from a /48 of IPv6 is worth three addresses a day, whatever of its 65 536 networks it comes from', async () => {
    const { id } = await knownPerson('Quinn')
    let net = 0
    expect(
      new Set(await statuses(12 * R, () => guessAt('quinn@example.com', `2001:db8:48:${(net++).toString(16)}::1`))),
    ).toEqual(new Set([401]))
    expect((await guessAt('quinn@example.com', '2001:db8:48:ffff::1')).status).toBe(429)
    expect((await rig.browser({ address: '2001:db8:49::1' }).signIn('Quinn')).status).toBe(200)
    expect(await countOf(`password:${id}`)).toBe(12 * R)
  })

  describe('by a thousand strangers', () => {
    test('is stopped for a day, when right and wrong are told alike, account or none', async () => {
      const { id } = await knownPerson('Rosa')
      await fill(`password:${id}`, A_DAY)
      await guessAt('nowhere@example.com')
      const unknown = await db()
        .selectFrom('limits')
        .select('key')
        .where('key', 'like', 'password:%')
        .where('count', '=', 1)
        .where('key', 'not like', '%:from:%')
        .execute()
      for (const { key } of unknown) await fill(key, A_DAY)
      const answers = [
        await elsewhere().signIn('Rosa'),
        await guessAt('rosa@example.com'),
        await guessAt('nowhere@example.com'),
      ]
      for (const answer of answers) expect(answer).toMatchObject(refused)
      rig.world.pass(DAY_MS)
      expect((await elsewhere().signIn('Rosa')).status).toBe(200)
    })

    test('holds up no browser that was signed in before, no session and no new browser’s sign-in link', async () => {
      const { browser, id } = await knownPerson('Sara')
      await fill(`password:${id}`, A_DAY)
      expect((await browser.signIn('Sara')).status).toBe(200)
      expect(
        (
          await browser.post('/change-password', {
            currentPassword: passwordOf('Sara'),
            newPassword: `${passwordOf('Sara')}!`,
          })
        ).status,
      ).toBe(200)
      expect((await elsewhere().post('/sign-in/magic-link', { email: 'sara@example.com' })).status).toBe(200)
      expect((await elsewhere().post('/forget-password', { email: 'sara@example.com' })).status).toBe(200)
      expect(await countOf(`password:${id}`)).toBe(A_DAY)
    })

    test('holds up nobody who is known, from the very address of the guessers either', async () => {
      const { browser, address } = await knownPerson('Tilda')
      expect((await statuses(8, () => guessAt('tilda@example.com', address))).at(-1)).toBe(429)
      expect((await rig.browser({ address }).signIn('Tilda')).status).toBe(429)
      expect((await browser.signIn('Tilda')).status).toBe(200)
      expect(
        (
          await browser.post('/change-password', {
            currentPassword: passwordOf('Tilda'),
            newPassword: `${passwordOf('Tilda')}!`,
          })
        ).status,
      ).toBe(200)
    })
  })

  describe('from a browser that is known', () => {
    test('has tries of its own, which whoever stole its cookie shares, and no more', async () => {
      const { browser, id } = await knownPerson('Una')
      const thief = elsewhere()
      for (const [name, value] of browser.known) thief.known.set(name, value)
      expect(
        await statuses(R, () => thief.post('/sign-in/email', { email: 'una@example.com', password: wrong })),
      ).toEqual([401, 401, 401, 401])
      expect((await thief.signIn('Una')).status).toBe(429)
      expect((await browser.signIn('Una')).status).toBe(200)
      expect([await countOf(`password:${id}`), await countOf(`password:${id}:known`)]).toEqual([undefined, R])
      expect((await elsewhere().signIn('Una')).status).toBe(200)
    })

    test('counts with the other known ones, per address and under a ceiling: they can be collected', async () => {
      const { id } = await knownPerson('Ulla')
      const address = '203.0.113.40'
      const collected: ReturnType<typeof elsewhere>[] = []
      for (let n = 0; n < 3; n++) {
        rig.world.pass(MINUTE_MS)
        const one = rig.browser({ address })
        expect((await one.signIn('Ulla')).status).toBe(200)
        await one.post('/sign-out')
        collected.push(one)
      }
      rig.world.pass(MINUTE_MS)
      const seen: number[] = []
      for (const one of collected)
        seen.push(
          ...(await statuses(R, () => one.post('/sign-in/email', { email: 'ulla@example.com', password: wrong }))),
        )
      expect(seen.filter((status) => status === 401)).toHaveLength(R)
      const moved = elsewhere()
      for (const [name, value] of collected[0]?.known ?? []) moved.known.set(name, value)
      await fill(`password:${id}:known`, A_DAY)
      expect((await moved.signIn('Ulla')).status).toBe(429)
      expect((await elsewhere().signIn('Ulla')).status).toBe(200)
    })

    test('has one pace a minute for all of them at one address', async () => {
      const strict = await openRig({ SIGN_IN_RATE_LIMIT: '3', ACCOUNT_RATE_LIMIT: '50' })
      const address = '203.0.113.41'
      await strict.browser({ address: '192.0.2.1' }).signUp('Ute')
      const collected = [strict.browser({ address }), strict.browser({ address })]
      for (const one of collected) {
        await one.signIn('Ute')
        await one.post('/sign-out')
      }
      strict.world.pass(MINUTE_MS)
      const seen: number[] = []
      for (const one of [...collected, ...collected])
        seen.push(
          ...(await statuses(5, () => one.post('/sign-in/email', { email: 'ute@example.com', password: wrong }))),
        )
      // The address has three of its own, and whoever is known there three more.
      expect(seen.filter((status) => status === 401)).toHaveLength(6)
      await strict.close()
    })

    test('is for that account alone, and for nothing that others signed', async () => {
      const { browser } = await knownPerson('Vera')
      const { id } = await knownPerson('Wim')
      await fill(`password:${id}`, A_DAY)
      expect((await browser.signIn('Wim')).status).toBe(429)
      const forged = elsewhere()
      forged.known.set(
        'roughmix.known',
        (browser.known.get('roughmix.known') ?? '').replace(/\.[^.]+$/, '.AAAAAAAAAAAAAAAAAAAAAA'),
      )
      await fill(`password:${await idOf('Vera')}`, A_DAY)
      expect((await forged.signIn('Vera')).status).toBe(429)
      expect((await browser.signIn('Vera')).status).toBe(200)
    })

    test('is one for several people, the latest five', async () => {
      const shared = elsewhere()
      for (const name of ['Amy', 'Bob', 'Cleo', 'Dan', 'Eve', 'Fay']) {
        rig.world.pass(MINUTE_MS)
        await shared.signUp(name)
        await shared.post('/sign-out')
        await fill(`password:${await idOf(name)}`, A_DAY)
      }
      rig.world.pass(MINUTE_MS)
      expect([
        (await shared.signIn('Amy')).status,
        (await shared.signIn('Bob')).status,
        (await shared.signIn('Fay')).status,
      ]).toEqual([429, 200, 200])
    })

    test('is read by no script and sent to no other website', async () => {
      const line = (await elsewhere().signUp('Xaver')).cookies.find((cookie) => cookie.startsWith('roughmix.known='))
      expect(line).toMatch(/Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax/)
      expect(line).not.toContain(await idOf('Xaver'))
    })

    test('ends when the password is reset', async () => {
      const { browser, id } = await knownPerson('Yara')
      rig.world.pass(1000)
      await elsewhere().post('/forget-password', { email: 'yara@example.com' })
      const token = /reset-password\/(\w+)/.exec(await rig.link('yara@example.com', /new password/))?.[1]
      expect((await elsewhere().post('/reset-password', { token, newPassword: passwordOf('Yara') })).status).toBe(200)
      await fill(`password:${id}`, A_DAY)
      expect((await browser.signIn('Yara')).status).toBe(429)
    })
  })

  test('with a stolen session ends as soon, for the password’s every use', async () => {
    const nora = elsewhere()
    await nora.signIn('Nora')
    expect(
      await statuses(R, () => nora.post('/change-password', { currentPassword: wrong, newPassword: 'long enough' })),
    ).toEqual([400, 400, 400, 400])
    expect(await nora.post('/delete-user', { password: passwordOf('Nora') })).toMatchObject(refused)
    nora.known.clear()
    expect(await nora.post('/delete-user', { password: passwordOf('Nora') })).toMatchObject(refused)
  })
})

describe('mails that strangers ask for', () => {
  const ask = (email: string, path: string, address?: string) =>
    (address === undefined ? elsewhere() : rig.browser({ address })).post(path, { email })

  test.each(['/forget-password', '/sign-in/magic-link', '/send-verification-email'])(
    '%s: one stranger is stopped, the owner is not, account or none',
    async (path) => {
      rig.world.pass(DAY_MS)
      for (const [email, address] of [
        ['nora@example.com', '203.0.113.11'],
        ['nobody@example.com', '203.0.113.12'],
      ] as const) {
        expect(await statuses(R, () => ask(email, path, address))).toEqual([200, 200, 200, 200])
        expect(await ask(email, path, address)).toMatchObject(refused)
        expect((await ask(email, path)).status).toBe(200)
      }
    },
  )

  test('are bounded for each mailbox, from wherever they are asked, and however it is written', async () => {
    rig.world.pass(DAY_MS)
    for (const name of ['nora', 'nobody']) {
      expect(new Set(await atOnce(4 * R, () => ask(`${name}@example.com`, '/forget-password')))).toEqual(new Set([200]))
      const answer = await ask(`${name}@example.com`, '/forget-password')
      expect(answer).toMatchObject(refused)
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(3600)
    }
  })

  test.each([
    ['/forget-password', 'Oona'],
    ['/sign-in/magic-link', 'Orla'],
    ['/send-verification-email', 'Omar'],
  ])('%s: asked with changing tags use up nothing of the owner’s', async (path, name) => {
    rig.world.pass(DAY_MS)
    await knownPerson(name)
    const owner = name.toLowerCase()
    let tag = 0
    expect(new Set(await atOnce(6 * R, () => ask(`${owner}+no${tag++}@example.com`, path)))).toEqual(new Set([200]))
    const mailed = (await rig.mailsTo(`${owner}@example.com`)).length
    expect((await ask(`${owner}@example.com`, path)).status).toBe(200)
    await rig.settle()
    expect((await rig.mailsTo(`${owner}@example.com`)).length).toBe(mailed + 1)
  })

  test('fill a mailbox no faster by tags, and the answers tell no account from none', async () => {
    rig.world.pass(DAY_MS)
    await knownPerson('Olof+known')
    const tags = [...Array.from({ length: 6 * R }, (_, n) => `olof+no${n}`), 'olof+known', 'olof+last']
    const asked = tags.values()
    const next = () => ask(`${asked.next().value}@example.com`, '/sign-in/magic-link')
    expect(new Set(await atOnce(tags.length, next))).toEqual(new Set([200]))
    await rig.settle()
    let mailed = 0
    for (const tag of tags.filter((one) => one !== 'olof+known'))
      mailed += (await rig.mailsTo(`${tag}@example.com`)).length
    expect(mailed).toBeLessThanOrEqual(4 * R)
  })

  test('a sign-up with changing tags keeps nobody from signing up', async () => {
    rig.world.pass(DAY_MS)
    let tag = 0
    const up = (email: string) =>
      elsewhere().post('/sign-up/email', { email, name: 'Otis', password: passwordOf('Otis') })
    await atOnce(5 * R, () => up(`otis+no${tag++}@example.com`))
    expect((await up('otis@example.com')).status).toBe(200)
    await rig.settle()
    expect(await rig.mailsTo('otis@example.com')).toHaveLength(1)
  })

  test('leave its owner’s known browser a link of their own', async () => {
    const { browser } = await knownPerson('Zora')
    await atOnce(4 * R, () => ask('zora@example.com', '/sign-in/magic-link'))
    expect((await ask('zora@example.com', '/sign-in/magic-link')).status).toBe(429)
    expect((await browser.post('/sign-in/magic-link', { email: 'zora@example.com' })).status).toBe(200)
  })

  test('that sign in leave its owner the link for a new password, which lasts as long as its limit', async () => {
    rig.world.pass(DAY_MS)
    await knownPerson('Wilma')
    await atOnce(4 * R, () => ask('wilma@example.com', '/sign-in/magic-link'))
    expect((await ask('wilma@example.com', '/sign-in/magic-link')).status).toBe(429)
    expect((await ask('wilma@example.com', '/forget-password')).status).toBe(200)
    await atOnce(4 * R, () => ask('wilma@example.com', '/forget-password'))
    const answer = await ask('wilma@example.com', '/forget-password')
    expect(answer).toMatchObject(refused)
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(3600)
    // Whoever used it up has mailed the owner a way in.
    const token = /reset-password\/(\w+)/.exec(await rig.link('wilma@example.com', /new password/))?.[1]
    expect((await elsewhere().post('/reset-password', { token, newPassword: 'another one at night' })).status).toBe(200)
  })

  test('come no more often along with what is never refused', async () => {
    const strict = await openRig({ SIGN_IN_RATE_LIMIT: '100', ACCOUNT_RATE_LIMIT: '2', REQUIRE_VERIFIED_EMAIL: 'on' })
    const from = () => strict.browser({ address: `192.0.2.${host++}` })
    await from().signUp('Mallory')
    await statuses(10, () => from().signIn('Mallory'))
    await strict.settle()
    expect(await strict.mailsTo('mallory@example.com')).toHaveLength(8)
    await strict.close()
  })

  test('to delete an account are bounded as well', async () => {
    const byMail = await openRig({ SIGN_IN_RATE_LIMIT: '100', ACCOUNT_RATE_LIMIT: '2', DELETE_ACCOUNT_BY_MAIL: 'on' })
    const ivy = await byMail.person('Ivy')
    expect(await statuses(3, () => ivy.post('/delete-user', { callbackURL: '/' }))).toEqual([200, 200, 429])
    await byMail.close()
  })

  test('asked by invitations count for their sender first, and for the mailbox', async () => {
    rig.world.pass(DAY_MS)
    const invite = (from: typeof first) =>
      from.browser.post('/organization/invite-member', { email: 'buried@example.com', role: 'member', resend: true })
    const people = await Promise.all(
      ['Iris', 'Jan', 'Kai', 'Lea', 'Max'].map(async (name) => {
        const person = await knownPerson(name)
        await person.browser.signIn(name)
        await person.browser.post('/organization/create', { name: 'Label', slug: `label-${name.toLowerCase()}` })
        return person
      }),
    )
    const [first, ...others] = people as [(typeof people)[number], ...typeof people]
    expect(await statuses(R + 1, () => invite(first))).toEqual([200, 200, 200, 200, 429])
    for (const other of others) await statuses(R, () => invite(other))
    const sent = (await rig.mailsTo('buried@example.com')).length
    expect(sent).toBe(4 * R)
  })
})

test('0 switches both off', async () => {
  const open = await openRig({ SIGN_IN_RATE_LIMIT: '0', ACCOUNT_RATE_LIMIT: '0' })
  const one = open.browser()
  expect(
    new Set(await statuses(30, () => one.post('/reset-password', { token: 'x', newPassword: 'long enough' }))),
  ).toEqual(new Set([400]))
  await open.close()
})
