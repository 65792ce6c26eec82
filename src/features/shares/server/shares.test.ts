import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { GuestBrowser } from '#testing/guest-browser.ts'
import { openWorld, type PersonName, type World } from '#testing/world.ts'
import type { Share } from '../shares.contract.ts'
import { aVersion } from '#testing/row-builders.ts'

const DAY_MS = 86_400_000
const listening = { comment: false, seeNotes: false, approve: false, download: false, upload: false }
const talking = { ...listening, comment: true, seeNotes: true }

let world: World
let kiln = ''
let salt = ''
beforeEach(async () => {
  world = await openWorld()
  kiln = await track('Kiln')
  salt = await track('Salt')
  for (const number of [1, 2, 3]) await bounce(kiln, number)
  await bounce(salt, 4)
})
afterEach(() => world.close())

const track = async (title: string): Promise<string> =>
  (await world.as('ed', 'POST /api/projects/:projectId/tracks', { body: { title } })).body.id

/** A minute of audio, as an upload and its analysis leave it. */
async function bounce(trackId: string, number: number): Promise<void> {
  await aVersion(world, { id: `v${number}`, track_id: trackId, number })
}

const share = async (body: object = {}, as: PersonName = 'ed'): Promise<Share> =>
  (
    await world.as(as, 'POST /api/projects/:projectId/shares', {
      body: { what: { kind: 'project', latestOnly: false }, may: listening, ...body },
    })
  ).body.items[0]
const change = (id: string, body: object) =>
  world.as('ed', 'PATCH /api/projects/:projectId/shares/:shareId', { params: { shareId: id }, body })
const rotate = async (id: string): Promise<Share> =>
  (await world.as('ed', 'POST /api/projects/:projectId/shares/:shareId/rotate', { params: { shareId: id } })).body
const revoke = (id: string) =>
  world.as('ed', 'DELETE /api/projects/:projectId/shares/:shareId', { params: { shareId: id } })
const listed = async (): Promise<Share[]> => (await world.as('ed', 'GET /api/projects/:projectId/shares')).body.items
const guest = (as: PersonName | 'visitor' = 'visitor') => new GuestBrowser(world, as)
async function visitor(link: Share, name?: string): Promise<GuestBrowser> {
  const browser = guest()
  await browser.open(link.url ?? '')
  if (name !== undefined) await browser.say(name)
  return browser
}
const details = (browser: GuestBrowser) => browser.ask('GET /api/projects/:projectId')
const seen = async (browser: GuestBrowser) => {
  const { body } = await details(browser)
  return {
    tracks: body.tracks.map(({ title }: { title: string }) => title),
    versions: body.trackVersions.map(({ number }: { number: number }) => number),
  }
}
const write = (browser: GuestBrowser, body: string, { trackId = kiln, versionId = 'v3' } = {}) => {
  world.pass(1)
  return browser.ask('POST /api/projects/:projectId/tracks/:trackId/notes', {
    params: { trackId },
    body: { versionId, fromSeconds: 1, toSeconds: null, body },
  })
}
const notes = async (browser: GuestBrowser, versionId = 'v3') =>
  (
    await browser.ask('GET /api/projects/:projectId/tracks/:trackId/notes', {
      params: { trackId: kiln },
      query: { version: versionId },
    })
  ).body

describe('a link', () => {
  test('shows a guest the project’s tracks and versions, and nobody who is in it', async () => {
    const browser = await visitor(await share())
    const { body } = await details(browser)
    expect(await seen(browser)).toEqual({ tracks: ['Kiln', 'Salt'], versions: [4, 3, 2, 1] })
    expect(body).toMatchObject({
      id: browser.address,
      name: 'Low Tide',
      members: [],
      role: 'listener',
      mayDownload: false,
    })
    expect(JSON.stringify(body)).not.toMatch(/@example|Olga|Cora/)
    expect(JSON.stringify(body)).not.toContain(world.here['projectId'])
  })

  test('to some tracks shows those, and of each only the newest where it says so', async () => {
    expect(
      await seen(await visitor(await share({ what: { kind: 'tracks', trackIds: [kiln], latestOnly: false } }))),
    ).toEqual({ tracks: ['Kiln'], versions: [3, 2, 1] })
    expect(
      await seen(await visitor(await share({ what: { kind: 'tracks', trackIds: [kiln], latestOnly: true } }))),
    ).toEqual({ tracks: ['Kiln'], versions: [3] })
    expect(
      await seen(await visitor(await share({ what: { kind: 'version', trackId: kiln, versionId: 'v2' } }))),
    ).toEqual({ tracks: ['Kiln'], versions: [2] })
  })

  test('to the newest only follows the version that everybody hears', async () => {
    const browser = await visitor(await share({ what: { kind: 'project', latestOnly: true } }))
    await world.as('ed', 'PATCH /api/projects/:projectId/tracks/:trackId', {
      params: { trackId: kiln },
      body: { currentVersionId: 'v1' },
    })
    expect(await seen(browser)).toMatchObject({ versions: [4, 1] })
    await bounce(salt, 9)
    expect(await seen(browser)).toMatchObject({ versions: [9, 1] })
  })

  test('is one for each person who is named', async () => {
    const { body } = await world.as('ed', 'POST /api/projects/:projectId/shares', {
      body: { what: { kind: 'project', latestOnly: false }, may: talking, persons: ['Ann', 'Bo', 'Ann'] },
    })
    expect(body.items.map((one: Share) => one.person)).toEqual(['Ann', 'Bo'])
    expect((await guest().open(body.items[1].url)).body).toMatchObject({ suggestedName: 'Bo' })
  })

  test('cannot point into another project', async () => {
    const what = { kind: 'tracks', trackIds: [kiln], latestOnly: false }
    expect(
      (
        await world.as('stan', 'POST /api/projects/:projectId/shares', {
          params: { projectId: world.elsewhere.projectId },
          body: { what, may: listening },
        })
      ).status,
    ).toBe(404)
  })

  test('gives no downloads that its maker does not have, and is not handed to such a one', async () => {
    await world.services.database.db
      .updateTable('memberships')
      .set({ role: 'editor' })
      .where('user_id', '=', 'lin')
      .execute()
    expect(
      (
        await world.as('lin', 'POST /api/projects/:projectId/shares', {
          body: { what: { kind: 'project', latestOnly: false }, may: { ...listening, download: true } },
        })
      ).body.code,
    ).toBe('share.download')
    await share({ may: { ...listening, download: true } })
    expect((await world.as('lin', 'GET /api/projects/:projectId/shares')).body.items[0]).toMatchObject({
      url: null,
      may: { download: true },
    })
  })

  test('is managed by editors', async () => {
    expect((await world.as('cora', 'GET /api/projects/:projectId/shares')).status).toBe(403)
    expect((await world.as('cora', 'GET /api/shares')).body.items).toEqual([])
    await share()
    expect((await world.as('olga', 'GET /api/shares')).body.items).toMatchObject([
      { projectName: 'Low Tide', state: 'working' },
    ])
  })

  test('ends when one owner says so, while another changes something else of it', async () => {
    const link = await share()
    for (let round = 0; round < 5; round++) {
      await change(link.id, { expiresAt: null, startsAt: null })
      await Promise.all([
        change(link.id, { expiresAt: 2 }),
        change(link.id, { label: `Round ${round}` }),
        change(link.id, { startsAt: 1 }),
      ])
      expect((await listed())[0]).toMatchObject({ label: `Round ${round}`, startsAt: 1, expiresAt: 2 })
    }
  })

  test('keeps its secret out of the database and the events', async () => {
    const token = (await share()).url?.split('/s/')[1] ?? ''
    expect(token.length).toBeGreaterThanOrEqual(22)
    const { db } = world.services.database
    expect(
      JSON.stringify([
        await db.selectFrom('shares').selectAll().execute(),
        await db.selectFrom('events').selectAll().execute(),
      ]),
    ).not.toContain(token)
  })
})

describe('what does not work', () => {
  test('is told in one shape, and of what it led to without a word', async () => {
    const link = await share()
    const states = [
      (await guest().open('x/s/nosuchtoken')).body,
      await revoke(link.id)
        .then(() => guest().open(link.url ?? ''))
        .then(({ body }) => body),
      (await guest().open((await share({ expiresAt: 1 })).url ?? '')).body,
      (await guest().open((await share({ startsAt: Date.UTC(2030, 1) })).url ?? '')).body,
      (await guest().open((await share({ password: 'seaglass' })).url ?? '')).body,
      (await guest().open((await share({ password: 'seaglass' })).url ?? '', 'seagrass')).body,
    ]
    expect(states).toEqual(
      ['gone', 'gone', 'expired', 'not-yet', 'password', 'wrong-password'].map((state) => ({ state })),
    )
  })

  test.each([
    ['revoked', (link: Share) => revoke(link.id)],
    ['rotated', (link: Share) => rotate(link.id)],
    ['ended', (link: Share) => change(link.id, { expiresAt: 1 })],
    ['put off', (link: Share) => change(link.id, { startsAt: Date.UTC(2030, 1) })],
    ['locked', (link: Share) => change(link.id, { password: 'seaglass' })],
  ])('a link that is %s while somebody is inside closes at once', async (_, shut) => {
    const link = await share()
    const browser = await visitor(link)
    expect((await details(browser)).status).toBe(200)
    await shut(link)
    expect(await details(browser)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  test('time alone ends a visit', async () => {
    const browser = await visitor(await share({ expiresAt: world.services.now() + DAY_MS }))
    world.pass(DAY_MS)
    expect((await details(browser)).status).toBe(404)
  })

  test('a revoked link works again when it is taken back, with its guests', async () => {
    const link = await share({ may: talking })
    const browser = await visitor(link, 'Ann')
    await revoke(link.id)
    await world.as('ed', 'POST /api/projects/:projectId/shares/:shareId/restore', { params: { shareId: link.id } })
    expect((await write(browser, 'Still here')).body.authorName).toBe('Ann')
  })

  test('a project in the trash takes its links along', async () => {
    const link = await share()
    const browser = await visitor(link)
    await world.as('olga', 'DELETE /api/projects/:projectId')
    expect((await details(browser)).status).toBe(404)
    expect((await guest().open(link.url ?? '')).body).toEqual({ state: 'gone' })
  })
})

describe('a password', () => {
  test('is asked once a browser, and again when it was changed', async () => {
    const link = await share({ password: 'seaglass' })
    const browser = guest()
    expect((await browser.open(link.url ?? '', 'seaglass')).body.state).toBe('open')
    expect((await browser.open(link.url ?? '')).body.state).toBe('open')
    await change(link.id, { password: 'driftwood' })
    expect((await browser.open(link.url ?? '', 'seaglass')).body.state).toBe('wrong-password')
    expect((await browser.open(link.url ?? '', 'driftwood')).body.state).toBe('open')
  })

  test('is that of another link if told so, and of none outside the project', async () => {
    const locked = await share({ password: 'seaglass' })
    const alike = await share({ persons: ['Tess'], passwordOf: locked.id })
    expect(alike.hasPassword).toBe(true)
    expect((await guest().open(alike.url ?? '')).body.state).toBe('password')
    expect((await guest().open(alike.url ?? '', 'seaglass')).body.state).toBe('open')
    const missing = await world.as('ed', 'POST /api/projects/:projectId/shares', {
      body: { what: { kind: 'project', latestOnly: false }, may: listening, passwordOf: 'elsewhere' },
    })
    expect(missing.status).toBe(404)
  })

  test('cannot be guessed for long', async () => {
    await world.close()
    world = await openWorld({ SIGN_IN_RATE_LIMIT: '3' })
    kiln = await track('Kiln')
    const { url } = await share({ password: 'seaglass' })
    const states: string[] = []
    for (const word of ['a', 'b', 'c', 'seaglass']) states.push((await guest().open(url ?? '', word)).body.state)
    expect(states).toEqual(['wrong-password', 'wrong-password', 'wrong-password', 'wait'])
  })

  test('that one stranger guesses at opens for everybody else, and for whoever opened it before', async () => {
    await world.close()
    world = await openWorld({ SIGN_IN_RATE_LIMIT: '100', ACCOUNT_RATE_LIMIT: '2', TRUSTED_PROXIES: '1' })
    kiln = await track('Kiln')
    const link = await share({ password: 'seaglass' })
    const open = async (browser: GuestBrowser, from: string, password?: string) => {
      const answer = await browser.ask('POST /api/share/:token', {
        params: { token: link.url?.split('/s/')[1] ?? '' },
        body: { ...(password !== undefined && { password }) },
        headers: { 'x-forwarded-for': from },
      })
      browser.cookie = String(answer.headers['set-cookie'] ?? browser.cookie).split(';')[0] ?? ''
      return answer.body
    }
    const here = '192.0.2.1'
    const before = guest()
    expect((await open(before, here, 'seaglass')).state).toBe('open')
    for (const state of ['wrong-password', 'wrong-password', 'wait'])
      expect((await open(guest(), here, 'sea')).state).toBe(state)
    expect((await open(guest(), here, 'seaglass')).state).toBe('wait')
    expect((await open(guest(), '192.0.2.2', 'seaglass')).state).toBe('open')
    expect((await open(before, here)).state).toBe('open')

    // As if a thousand strangers had guessed: for the link as a whole, where right and wrong get the same answer.
    await world.services.database.db
      .updateTable('limits')
      .set({ count: 3 * 96 * 2 })
      .where('key', '=', `share-password:${link.id}`)
      .execute()
    expect([
      (await open(guest(), '192.0.2.3', 'seaglass')).state,
      (await open(guest(), '192.0.2.4', 'wrong')).state,
    ]).toEqual(['wait', 'wait'])
    expect((await open(before, here)).state).toBe('open')
  })

  test('is guessed no faster with cookies that were collected while there was none', async () => {
    await world.close()
    world = await openWorld({ SIGN_IN_RATE_LIMIT: '100', ACCOUNT_RATE_LIMIT: '2' })
    kiln = await track('Kiln')
    const link = await share()
    const collected = Array.from({ length: 4 }, () => guest())
    for (const one of collected) expect((await one.open(link.url ?? '')).body.state).toBe('open')
    await change(link.id, { password: 'driftwood' })
    const states: string[] = []
    for (const one of [...collected, ...collected]) states.push((await one.open(link.url ?? '', 'sea')).body.state)
    expect(states.filter((state) => state === 'wrong-password')).toHaveLength(2)
  })
})

describe('a code by mail', () => {
  const listed = 'Tess@Albright.example'
  beforeEach(async () => {
    await world.close()
    world = await openWorld({ SMTP_URL: 'smtp://mail.example.com', TRUSTED_PROXIES: '1' })
    kiln = await track('Kiln')
  })
  const give = async (browser: GuestBrowser, link: Share, body: object, from = '192.0.2.1') => {
    const answer = await browser.ask('POST /api/share/:token', {
      params: { token: link.url?.split('/s/')[1] ?? '' },
      body,
      headers: { 'x-forwarded-for': from },
    })
    const cookie = answer.headers['set-cookie']
    if (typeof cookie === 'string') browser.cookie = cookie.split(';')[0] ?? ''
    if (answer.body.state === 'open') browser.address = answer.body.projectId
    return answer.body.state
  }
  const mails = async (): Promise<{ to: string; subject: string }[]> => {
    const jobs = await world.services.database.db
      .selectFrom('jobs')
      .select('payload')
      .where('kind', '=', 'mail.send')
      .orderBy('id')
      .execute()
    return jobs.map(({ payload }) => JSON.parse(payload))
  }
  const codeIn = async () => (await mails()).at(-1)?.subject.slice(0, 6) ?? ''
  const wrong = (code: string) => (code === '111111' ? '222222' : '111111')

  test('opens a link that is for given addresses, once a browser', async () => {
    const link = await share({ addresses: [listed] })
    expect(link).toMatchObject({ addresses: ['tess@albright.example'], hasPassword: false })
    const tess = guest()
    expect(await give(tess, link, {})).toBe('address')
    expect(await give(tess, link, { address: 'TESS@albright.example' })).toBe('code')
    expect(await mails()).toMatchObject([{ to: 'tess@albright.example', subject: expect.stringMatching(/^\d{6} is /) }])
    const code = await codeIn()
    expect(await give(tess, link, { code: wrong(code) })).toBe('wrong-code')
    expect(await give(tess, link, { code })).toBe('open')
    expect((await details(tess)).status).toBe(200)
    expect(await give(tess, link, {})).toBe('open')
    // Used once, and nowhere else.
    expect(await give(guest(), link, { code })).toBe('wrong-code')
  })

  test('tells nobody which addresses are listed: the same answers, the same tries, and no mail', async () => {
    const link = await share({ addresses: [listed] })
    const answers = async (address: string) => {
      const browser = guest()
      const seen = [await give(browser, link, { address })]
      for (let i = 0; i < 6; i++) seen.push(await give(browser, link, { code: 'abcdef' }))
      return seen
    }
    expect(await answers('stranger@example.com')).toEqual(await answers(listed))
    expect(await mails()).toHaveLength(1)
  })

  test('works in the browser that asked for it alone, for ten minutes and five tries', async () => {
    const link = await share({ addresses: [listed] })
    const [tess, other] = [guest(), guest()]
    await give(tess, link, { address: listed })
    const code = await codeIn()
    await give(other, link, { address: 'stranger@example.com' })
    expect(await give(other, link, { code })).toBe('wrong-code')
    for (let i = 0; i < 5; i++) expect(await give(tess, link, { code: wrong(code) })).toBe('wrong-code')
    expect(await give(tess, link, { code })).toBe('wrong-code')
    await give(tess, link, { address: listed })
    const second = await codeIn()
    world.pass(10 * 60_000)
    expect(await give(tess, link, { code: second })).toBe('wrong-code')
  })

  test('is mailed to one address only so often, listed or not, and guessed only so often', async () => {
    await world.close()
    world = await openWorld({ SMTP_URL: 'smtp://mail.example.com', ACCOUNT_RATE_LIMIT: '2', TRUSTED_PROXIES: '1' })
    kiln = await track('Kiln')
    const link = await share({ addresses: [listed] })
    for (const address of [listed, 'stranger@example.com']) {
      const states = []
      for (let i = 0; i < 3; i++) states.push(await give(guest(), link, { address }))
      expect(states).toEqual(['code', 'code', 'wait'])
    }
    expect(await mails()).toHaveLength(2)
    const states = []
    for (let i = 0; i < 3; i++) states.push(await give(guest(), link, { code: '111111' }, '192.0.2.9'))
    expect(states).toEqual(['wrong-code', 'wrong-code', 'wait'])
  })

  test('is asked of who is inside when an address goes, and not when one is added', async () => {
    const link = await share({ addresses: [listed, 'gus@example.com'] })
    const tess = guest()
    await give(tess, link, { address: listed })
    expect(await give(tess, link, { code: await codeIn() })).toBe('open')
    await change(link.id, { addresses: [listed, 'gus@example.com', 'ann@example.com'] })
    expect((await details(tess)).status).toBe(200)
    await change(link.id, { addresses: ['ann@example.com'] })
    expect((await details(tess)).status).toBe(404)
    expect(await give(tess, link, { address: listed })).toBe('code')
    expect(await mails()).toHaveLength(1)
    await change(link.id, { addresses: null })
    expect(await give(tess, link, {})).toBe('open')
  })

  test('closes a link that was open, to whoever is inside', async () => {
    const link = await share()
    const browser = await visitor(link)
    await change(link.id, { addresses: [listed] })
    expect((await details(browser)).status).toBe(404)
    expect(await give(browser, link, {})).toBe('address')
  })

  test('is not asked of an account that has confirmed a listed address, nor of who made the link', async () => {
    const { email } = await world.services.database.db
      .selectFrom('user')
      .select('email')
      .where('id', '=', 'stan')
      .executeTakeFirstOrThrow()
    const link = await share({ addresses: [email] })
    expect(await give(guest('stan'), link, {})).toBe('open')
    expect(await give(guest('ed'), link, {})).toBe('open')
    expect(await give(guest('olga'), link, {})).toBe('address')
    await change(link.id, { addresses: [listed] })
    expect(await give(guest('stan'), link, {})).toBe('address')
  })

  test('is a guard of its own: not beside a password, and not where no mail is sent', async () => {
    const locked = await share({ password: 'seaglass' })
    expect((await change(locked.id, { addresses: [listed] })).body.code).toBe('share.one_guard')
    expect((await change(locked.id, { addresses: [listed], password: null })).status).toBe(200)
    expect((await change(locked.id, { password: 'seaglass' })).body.code).toBe('share.one_guard')
    expect((await change(locked.id, { addresses: [] })).status).toBe(400)
    const alike = await share({ persons: ['Tess'], passwordOf: locked.id })
    expect(alike.addresses).toEqual(['tess@albright.example'])
    await world.close()
    world = await openWorld()
    kiln = await track('Kiln')
    const link = await share()
    expect((await change(link.id, { addresses: [listed] })).body.code).toBe('share.no_mail')
  })
})

describe('a limit of visitors', () => {
  const state = async (browser: GuestBrowser, link: Share) => (await browser.open(link.url ?? '')).body.state

  test('lets in that many, once each, and those again', async () => {
    const link = await share({ mostOpens: 2 })
    const [ann, bo, cy] = [guest(), guest(), guest()]
    expect([await state(ann, link), await state(bo, link), await state(cy, link)]).toEqual(['open', 'open', 'used-up'])
    expect([await state(ann, link), await state(bo, link)]).toEqual(['open', 'open'])
    expect((await details(ann)).status).toBe(200)
    expect((await listed())[0]).toMatchObject({ mostOpens: 2, visits: 2, state: 'working' })
  })

  test('opens no route of the link to whoever was not let in', async () => {
    const link = await share({ mostOpens: 1 })
    const other = await share()
    const inside = await visitor(link)
    const outside = await visitor(other)
    await outside.open(link.url ?? '')
    outside.address = inside.address
    expect((await details(outside)).status).toBe(404)
    expect(await world.services.database.db.selectFrom('guests').select('id').execute()).toHaveLength(2)
  })

  test('is not used up by members, and lets them in afterwards', async () => {
    const link = await share({ mostOpens: 1 })
    expect(await state(guest('ed'), link)).toBe('open')
    expect((await listed())[0]).toMatchObject({ visits: 0 })
    await visitor(link)
    expect([await state(guest('olga'), link), await state(guest(), link)]).toEqual(['open', 'used-up'])
  })

  test('counts a browser that signs in later as the visitor it was', async () => {
    const link = await share({ mostOpens: 1 })
    const before = await visitor(link)
    const stan = guest('stan')
    stan.cookie = before.cookie
    expect(await state(stan, link)).toBe('open')
    expect((await listed())[0]).toMatchObject({ visits: 1 })
  })

  test('counts a member who left the project', async () => {
    const link = await share({ mostOpens: 1 })
    const lin = guest('lin')
    expect(await state(lin, link)).toBe('open')
    await visitor(link)
    await world.as('olga', 'DELETE /api/projects/:projectId/members/:userId', { params: { userId: 'lin' } })
    expect(await state(lin, link)).toBe('used-up')
  })

  test('is kept by two who come at the same time', async () => {
    const link = await share({ mostOpens: 1 })
    const states = await Promise.all([guest(), guest(), guest()].map((browser) => state(browser, link)))
    expect(states.toSorted()).toEqual(['open', 'used-up', 'used-up'])
    expect(await world.services.database.db.selectFrom('guests').select('id').execute()).toHaveLength(1)
  })

  test('counts one browser with two tabs once', async () => {
    const [link, other] = [await share({ mostOpens: 2 }), await share()]
    const browser = await visitor(other)
    await Promise.all([state(browser, link), state(browser, link)])
    expect((await listed()).find(({ id }) => id === link.id)).toMatchObject({ visits: 1 })
  })

  test('can be raised and taken away, counts those from before, and outlives a new address', async () => {
    const link = await share()
    const ann = await visitor(link)
    await visitor(link)
    expect((await change(link.id, { mostOpens: 1 })).body).toMatchObject({ mostOpens: 1, visits: 2 })
    expect([await state(guest(), link), await state(ann, link)]).toEqual(['used-up', 'open'])
    const moved = await rotate(link.id)
    expect([await state(guest(), moved), await state(ann, moved)]).toEqual(['used-up', 'open'])
    await change(link.id, { mostOpens: 3 })
    expect([await state(guest(), moved), await state(guest(), moved)]).toEqual(['open', 'used-up'])
    await change(link.id, { mostOpens: null })
    expect(await state(guest(), moved)).toBe('open')
  })

  test('is told only to those who know the password', async () => {
    const link = await share({ mostOpens: 1, password: 'seaglass' })
    await guest().open(link.url ?? '', 'seaglass')
    expect((await guest().open(link.url ?? '')).body).toEqual({ state: 'password' })
    expect((await guest().open(link.url ?? '', 'wrong')).body).toEqual({ state: 'wrong-password' })
    expect((await guest().open(link.url ?? '', 'seaglass')).body).toEqual({ state: 'used-up' })
  })

  test('is a number of at least one', async () => {
    const link = await share()
    for (const mostOpens of [0, -1, 1.5, 1e9]) expect((await change(link.id, { mostOpens })).status).toBe(400)
  })
})

describe('a guest', () => {
  test('says a name before the first words, and keeps it', async () => {
    const link = await share({ may: talking })
    const browser = await visitor(link)
    expect(await write(browser, 'Louder')).toMatchObject({ status: 403, body: { code: 'nameless' } })
    await browser.say('Ann')
    expect((await write(browser, 'Louder')).body).toMatchObject({ authorName: 'Ann', byGuest: true })
    expect((await browser.open(link.url ?? '')).body.guest).toMatchObject({ name: 'Ann', hasAccount: false })
    expect(
      (
        await world.as('lin', 'GET /api/projects/:projectId/tracks/:trackId/notes', {
          params: { trackId: kiln },
          query: { version: 'v3' },
        })
      ).body.items,
    ).toMatchObject([{ body: 'Louder', authorName: 'Ann', byGuest: true }])
  })

  test('only does what the link allows', async () => {
    const browser = await visitor(await share(), 'Ann')
    expect((await write(browser, 'Louder')).body.code).toBe('not_shared')
    expect(
      (await browser.ask('GET /api/projects/:projectId/tracks/:trackId/download', { params: { trackId: kiln } })).body
        .code,
    ).toBe('not_shared')
    expect((await browser.ask('GET /api/projects/:projectId/uploads')).body.code).toBe('not_shared')
  })

  test('changes and deletes their own words alone', async () => {
    const link = await share({ may: talking })
    const ann = await visitor(link, 'Ann')
    const bo = await visitor(link, 'Bo')
    const { body: note } = await write(ann, 'Louder')
    const on = { params: { noteId: note.id } }
    expect(
      (await bo.ask('PATCH /api/projects/:projectId/notes/:noteId', { ...on, body: { body: 'Quieter' } })).status,
    ).toBe(403)
    expect((await bo.ask('DELETE /api/projects/:projectId/notes/:noteId', on)).status).toBe(403)
    expect(
      (await bo.ask('POST /api/projects/:projectId/notes/:noteId/replies', { ...on, body: { body: 'Agreed' } })).body
        .authorName,
    ).toBe('Bo')
    expect(
      (await ann.ask('PATCH /api/projects/:projectId/notes/:noteId', { ...on, body: { body: 'Much louder' } })).status,
    ).toBe(200)
    expect((await notes(ann)).items[0]).toMatchObject({ body: 'Much louder', replies: [{ body: 'Agreed' }] })
  })

  test('sees only their own notes where others’ are not shown, and cannot answer what they do not see', async () => {
    const link = await share({ may: { ...talking, seeNotes: false } })
    const ann = await visitor(link, 'Ann')
    const { body: others } = await world.as('cora', 'POST /api/projects/:projectId/tracks/:trackId/notes', {
      params: { trackId: kiln },
      body: { versionId: 'v3', fromSeconds: 1, toSeconds: null, body: 'Between us' },
    })
    await write(ann, 'Louder')
    expect((await notes(ann)).items.map(({ body }: { body: string }) => body)).toEqual(['Louder'])
    expect(
      (
        await ann.ask('POST /api/projects/:projectId/notes/:noteId/replies', {
          params: { noteId: others.id },
          body: { body: 'What?' },
        })
      ).status,
    ).toBe(404)
  })

  test('is told nothing of who is in the project by naming them', async () => {
    const ann = await visitor(await share({ may: talking }), 'Ann')
    expect((await write(ann, '@Olga and @Nobody, louder')).body.mentions).toEqual([])
  })

  test('with a link to v2 sees no note that came after it', async () => {
    const ann = await visitor(
      await share({ may: talking, what: { kind: 'version', trackId: kiln, versionId: 'v2' } }),
      'Ann',
    )
    for (const versionId of ['v1', 'v2', 'v3'])
      await world.as('cora', 'POST /api/projects/:projectId/tracks/:trackId/notes', {
        params: { trackId: kiln },
        body: { versionId, fromSeconds: 1, toSeconds: null, body: versionId },
      })
    expect((await notes(ann, 'v2')).items.map(({ body }: { body: string }) => body).sort()).toEqual(['v1', 'v2'])
    expect((await notes(ann, 'v3')).code).toBe('not_found')
  })

  test('is known again after the link was rotated', async () => {
    const link = await share({ may: talking })
    const ann = await visitor(link, 'Ann')
    await write(ann, 'Louder')
    await ann.open((await rotate(link.id)).url ?? '')
    expect((await notes(ann)).items).toMatchObject([{ authorName: 'Ann' }])
    expect((await write(ann, 'And wider')).body.authorName).toBe('Ann')
  })
})

describe('an account', () => {
  test('takes over what the browser’s guest wrote, with its nods, once', async () => {
    const link = await share({ may: talking })
    const ann = await visitor(link, 'Ann')
    const { body: note } = await write(ann, 'Louder')
    await write(ann, 'Wider')
    await ann.ask('PUT /api/projects/:projectId/notes/:noteId/reactions', {
      params: { noteId: note.id },
      body: { emoji: '👍', chosen: true },
    })
    const stan = guest('stan')
    stan.cookie = ann.cookie
    expect((await stan.open(link.url ?? '')).body).toMatchObject({
      claimable: 2,
      guest: { id: 'stan', name: 'Stan', hasAccount: true },
      memberOf: null,
    })
    expect((await stan.ask('POST /api/projects/:projectId/claim', { body: undefined })).body).toEqual({ notes: 2 })
    expect((await stan.ask('POST /api/projects/:projectId/claim')).body).toEqual({ notes: 0 })
    expect((await notes(stan)).items).toMatchObject([
      { authorId: 'stan', authorName: 'Stan', byGuest: false, reactions: [{ userIds: ['stan'] }] },
      { authorId: 'stan' },
    ])
    expect((await details(ann)).status).toBe(404)
  })

  test('takes over its files, and goes on with what was on its way', async () => {
    const link = await share({ may: { ...talking, upload: true } })
    const ann = await visitor(link, 'Ann')
    const { body: file } = await ann.ask('POST /api/projects/:projectId/tracks/:trackId/attachments', {
      params: { trackId: kiln },
      query: { fileName: 'lyrics.txt' },
      body: Buffer.from('La la'),
      headers: { 'content-type': 'application/offset+octet-stream' },
    })
    await ann.ask('POST /api/projects/:projectId/tracks/:trackId/notes', {
      params: { trackId: kiln },
      body: { versionId: 'v3', fromSeconds: 1, toSeconds: null, body: 'Sing this', attachmentIds: [file.id] },
    })
    await ann.ask('POST /api/projects/:projectId/uploads', {
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': '9',
        'upload-metadata': `filename ${btoa('mine.wav')},trackId ${btoa(kiln)}`,
      },
    })
    const stan = guest('stan')
    stan.cookie = ann.cookie
    await stan.open(link.url ?? '')
    await stan.ask('POST /api/projects/:projectId/claim')
    expect((await stan.ask('GET /api/projects/:projectId/uploads')).body.items).toMatchObject([
      { fileName: 'mine.wav' },
    ])
    expect(
      (
        await stan.ask('DELETE /api/projects/:projectId/attachments/:attachmentId', {
          params: { attachmentId: file.id },
        })
      ).status,
    ).toBe(200)
    expect((await notes(stan)).items).toMatchObject([{ authorId: 'stan', attachments: [] }])
  })

  test('cannot claim with a cookie that we did not sign', async () => {
    const link = await share({ may: talking })
    const ann = await visitor(link, 'Ann')
    await write(ann, 'Louder')
    const stan = guest('stan')
    stan.cookie = `${ann.cookie.slice(0, -2)}xx`
    expect((await stan.open(link.url ?? '')).body.claimable).toBe(0)
    expect((await stan.ask('POST /api/projects/:projectId/claim')).body).toEqual({ notes: 0 })
  })

  test('that belongs to the project is told so, and is not counted', async () => {
    const link = await share()
    const olga = guest('olga')
    expect((await olga.open(link.url ?? '')).body).toMatchObject({ memberOf: world.here['projectId'] })
    expect((await listed())[0]).toMatchObject({ opened: 0, guests: 0 })
    expect((await olga.ask('GET /api/projects/:projectId')).body).toMatchObject({ role: 'listener', members: [] })
  })

  test('opens nothing with somebody else’s link that it never opened', async () => {
    const ann = await visitor(await share())
    expect(
      (await world.as('stan', 'GET /api/projects/:projectId', { params: { projectId: ann.address } })).status,
    ).toBe(404)
  })
})

describe('statistics', () => {
  test.each([
    'facebookexternalhit/1.1',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Slackbot-LinkExpanding 1.0',
    'WhatsApp/2.23',
  ])('are not opened by a program that looks at them for others: %s', async (userAgent) => {
    const link = await share()
    const looked = await guest().ask('POST /api/share/:token', {
      params: { token: link.url?.split('/s/')[1] ?? '' },
      body: {},
      headers: { 'user-agent': userAgent },
    })
    expect(looked.body).toEqual({ state: 'gone' })
    expect((await listed())[0]).toMatchObject({ opened: 0, guests: 0, played: 0, lastSeenAt: null })
  })

  test('count who opened, played and downloaded, and how far they got', async () => {
    const link = await share({ may: { ...talking, download: true } })
    const ann = await visitor(link, 'Ann')
    const bo = await visitor(link)
    await bo.open(link.url ?? '')
    const play = (browser: GuestBrowser, furthestSeconds: number, started: boolean, trackId = kiln) =>
      browser.ask('POST /api/projects/:projectId/plays', { body: { items: [{ trackId, started, furthestSeconds }] } })
    await play(ann, 12, true)
    await play(ann, 45, false)
    await play(ann, 30, true)
    await play(bo, 6, true, salt)
    expect(await listed()).toMatchObject([
      { opened: 3, guests: 2, played: 3, furthest: 0.75, lastSeenAt: world.services.now() },
    ])
    const { body } = await world.as('ed', 'GET /api/projects/:projectId/shares/:shareId/guests', {
      params: { shareId: link.id },
    })
    expect(body.items.find((one: { name: string | null }) => one.name === 'Ann')).toMatchObject({
      opened: 1,
      played: 2,
      heard: [{ trackTitle: 'Kiln', played: 2, furthestSeconds: 45, durationSeconds: 60 }],
    })
  })

  test('are not told of what the link does not reach', async () => {
    const ann = await visitor(await share({ what: { kind: 'tracks', trackIds: [kiln], latestOnly: false } }))
    expect(
      (
        await ann.ask('POST /api/projects/:projectId/plays', {
          body: { items: [{ trackId: salt, started: true, furthestSeconds: 1 }] },
        })
      ).status,
    ).toBe(404)
  })
})
