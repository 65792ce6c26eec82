import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emailOf, openRig, passwordOf, type Browser, type Rig } from '#testing/auth-rig.ts'
import { startGitlab, throughProvider, type Gitlab } from '#testing/social-rig.ts'

let rig: Rig
let gitlab: Gitlab
beforeAll(async () => {
  gitlab = await startGitlab()
  rig = await openRig({ GITLAB_CLIENT_ID: 'ours', GITLAB_CLIENT_SECRET: 'secret', GITLAB_ISSUER: gitlab.url })
  await rig.person('Root')
})
afterAll(async () => {
  await rig.close()
  await gitlab.stop()
})

const verify = /verify/i
const db = () => rig.world.services.database.db
const waysOf = async (one: Browser) =>
  (await one.get('/list-accounts')).body.map((account: { provider: string }) => account.provider).toSorted()
const byToken = async (token: string) =>
  (await rig.browser().send('GET', '/api/users/me', { authorization: `Bearer ${token}` })).status
const revocations = async (userId: string) =>
  (
    await db()
      .selectFrom('audit')
      .select(['refs'])
      .where('kind', '=', 'token.revoked')
      .where('actor_id', '=', userId)
      .execute()
  ).map(({ refs }) => JSON.parse(refs))

async function makeToken(one: Browser): Promise<string> {
  const { body } = await one.send(
    'POST',
    '/api/users/me/tokens',
    { origin: 'http://localhost:3000', 'content-type': 'application/json' },
    JSON.stringify({ name: 'Stays', scopes: ['read', 'manage'] }),
  )
  expect(await byToken(body.token)).toBe(200)
  return body.token
}

async function verified(name: string): Promise<Browser> {
  const one = await rig.person(name)
  await one.open(await rig.link(emailOf(name), verify))
  return one
}

async function linkGitlab(one: Browser, id: number): Promise<void> {
  gitlab.is({ id, email: `gitlab${id}@example.com`, email_verified: true, name: 'Linked' })
  await throughProvider(
    one,
    await one.post('/link-social', { provider: 'gitlab', callbackURL: '/account', errorCallbackURL: '/account' }),
  )
  expect(await waysOf(one)).toEqual(['credential', 'gitlab'])
}

async function passwordLink(name: string): Promise<string> {
  await rig.emptyMail()
  await rig.browser().post('/forget-password', { email: emailOf(name), redirectTo: '/login' })
  const link = await rig.link(emailOf(name), /new password/)
  expect((await rig.browser().open(link)).location).toContain('token=')
  return link
}

async function resetPassword(name: string): Promise<void> {
  const token = /reset-password\/(\w+)/.exec(await passwordLink(name))?.[1]
  expect((await rig.browser().post('/reset-password', { newPassword: passwordOf(name), token })).status).toBe(200)
}

describe('an API token that an impostor made in an account nobody verified', () => {
  test('opens nothing once the owner of the address comes by a provider', async () => {
    const impostor = await rig.person('Mallory')
    const { id } = (await impostor.session()).user
    const token = await makeToken(impostor)
    gitlab.is({ id: 1, email: 'mallory@example.com', email_verified: true, name: 'Owner' })
    const owner = rig.browser()
    await throughProvider(
      owner,
      await owner.post('/sign-in/social', { provider: 'gitlab', callbackURL: '/', errorCallbackURL: '/login' }),
    )
    expect((await owner.session()).user.id).toBe(id)
    expect(await byToken(token)).toBe(401)
    expect(await revocations(id)).toEqual([{ count: '1' }])
  })

  test('opens nothing once the owner comes by a mailed link', async () => {
    const impostor = await rig.person('Moira')
    const { id } = (await impostor.session()).user
    const token = await makeToken(impostor)
    const earlier = await passwordLink('Moira')
    const owner = rig.browser()
    await owner.post('/sign-in/magic-link', { email: 'moira@example.com', callbackURL: '/' })
    await owner.get(`/magic-link/verify${new URL(await rig.link('moira@example.com', /sign-in link/)).search}`)
    expect((await owner.session()).user.id).toBe(id)
    expect(await byToken(token)).toBe(401)
    expect(await revocations(id)).toEqual([{ count: '1' }])
    expect((await rig.browser().open(earlier)).location).toContain('error=INVALID_TOKEN')
  })
})

test('a token of somebody who signs in anew by a provider or a mailed link goes on working', async () => {
  const ann = await verified('Ann')
  const token = await makeToken(ann)
  gitlab.is({ id: 2, email: 'ann@example.com', email_verified: true, name: 'Ann' })
  await throughProvider(
    ann,
    await ann.post('/sign-in/social', { provider: 'gitlab', callbackURL: '/', errorCallbackURL: '/login' }),
  )
  await ann.post('/sign-in/magic-link', { email: 'ann@example.com', callbackURL: '/' })
  await ann.get(`/magic-link/verify${new URL(await rig.link('ann@example.com', /sign-in link/)).search}`)
  expect(await byToken(token)).toBe(200)
})

describe('a new password by a mailed link', () => {
  test('ends API tokens, and leaves the providers of a verified account', async () => {
    const bea = await verified('Bea')
    const { id } = (await bea.session()).user
    const token = await makeToken(bea)
    await linkGitlab(bea, 3)
    const earlier = await passwordLink('Bea')
    await resetPassword('Bea')
    expect((await rig.browser().open(earlier)).location).toContain('error=INVALID_TOKEN')
    expect(await byToken(token)).toBe(401)
    expect(await revocations(id)).toEqual([{ count: '1' }])
    await bea.signIn('Bea')
    expect(await waysOf(bea)).toEqual(['credential', 'gitlab'])
  })

  test('also unlinks the providers of an account whose address nobody verified', async () => {
    const impostor = await rig.person('Cleo')
    await linkGitlab(impostor, 4)
    await resetPassword('Cleo')
    const owner = rig.browser()
    await owner.signIn('Cleo')
    expect(await waysOf(owner)).toEqual(['credential'])
    gitlab.is({ id: 4, email: 'gitlab4@example.com', email_verified: true, name: 'Linked' })
    await throughProvider(
      impostor,
      await impostor.post('/sign-in/social', { provider: 'gitlab', callbackURL: '/', errorCallbackURL: '/login' }),
    )
    expect((await impostor.session()).user.id).not.toBe((await owner.session()).user.id)
  })
})

test('a change of address that is undone from the old mailbox ends API tokens', async () => {
  const dot = await verified('Dot')
  const token = await makeToken(dot)
  await dot.post('/change-email', { newEmail: 'thief@example.com' })
  await dot.open(await rig.link('dot@example.com', /confirm your new/i))
  expect(await byToken(token)).toBe(200)
  const undo = new URL(await rig.link('dot@example.com', /was changed/))
  expect((await rig.browser().open(undo.href)).text).toContain('all API tokens are revoked')
  expect((await rig.browser().post('/undo-email-change', { token: undo.searchParams.get('token') })).text).toContain(
    'all API tokens were revoked',
  )
  expect(await byToken(token)).toBe(401)
})
