import { createAuthClient } from 'better-auth-client-1.2.8/client'
import { magicLinkClient, organizationClient, usernameClient } from 'better-auth-client-1.2.8/client/plugins'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emailOf, openRig, passwordOf, type Rig } from '#testing/auth-rig.ts'
import { startGitlab, type Gitlab } from '#testing/social-rig.ts'

/**
 * The browser client of the very version the specification describes, unchanged, against our server over the network.
 */
let rig: Rig
let gitlab: Gitlab
let baseURL: string

beforeAll(async () => {
  gitlab = await startGitlab()
  rig = await openRig({ GITLAB_CLIENT_ID: 'ours', GITLAB_CLIENT_SECRET: 'secret', GITLAB_ISSUER: gitlab.url })
  await rig.world.server.listen({ port: 0, host: '127.0.0.1' })
  const address = rig.world.server.server.address()
  baseURL = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  await rig.person('Root')
})
afterAll(async () => {
  await rig.close()
  await gitlab.stop()
})

function clientOf() {
  const jar = new Map<string, string>()
  const withCookies = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers)
    headers.set('cookie', [...jar].map((pair) => pair.join('=')).join('; '))
    const response = await fetch(input, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }
  const client = createAuthClient({
    baseURL,
    plugins: [organizationClient({ teams: { enabled: true } }), usernameClient(), magicLinkClient()],
    fetchOptions: { customFetchImpl: withCookies },
  })
  return { client, jar, fetch: withCookies }
}

/** A client that somebody new has signed up with. */
async function person(name: string) {
  const one = clientOf()
  const { error } = await one.client.signUp.email({ name, email: emailOf(name), password: passwordOf(name) })
  expect(error).toBeNull()
  return one
}

describe('the official client signs in and out', () => {
  test('by e-mail, with its errors as it knows them', async () => {
    const { client } = await person('Ann')
    expect((await client.getSession()).data).toMatchObject({
      user: { email: 'ann@example.com', emailVerified: false },
      session: { token: expect.any(String) },
    })
    expect((await client.signOut()).data).toEqual({ success: true })
    expect((await client.getSession()).data).toBeNull()
    expect((await client.signIn.email({ email: 'ann@example.com', password: 'wrong, sorry' })).error).toMatchObject({
      status: 401,
      statusText: expect.any(String),
      message: 'Invalid email or password',
      code: 'INVALID_EMAIL_OR_PASSWORD',
    })
    expect((await client.signIn.email({ email: 'ann@example.com', password: passwordOf('Ann') })).data).toMatchObject({
      redirect: false,
      token: expect.any(String),
      user: { email: 'ann@example.com' },
    })
  })

  test('keeps times as dates, as its parser makes them', async () => {
    const { client } = await person('Abe')
    expect((await client.getSession()).data?.session.expiresAt).toBeInstanceOf(Date)
  })

  test('by username', async () => {
    const { client } = clientOf()
    await client.signUp.email({ name: 'Bo', email: 'bo@example.com', password: passwordOf('Bo'), username: 'Bo_Beat' })
    expect((await client.signIn.username({ username: 'bo_BEAT', password: passwordOf('Bo') })).data).toMatchObject({
      token: expect.any(String),
      user: { username: 'bo_beat', displayUsername: 'Bo_Beat' },
    })
    expect((await client.signIn.username({ username: 'bo_beat', password: 'wrong, sorry' })).error).toMatchObject({
      status: 401,
      message: 'invalid username or password',
    })
    expect((await client.updateUser({ username: 'x' })).error).toMatchObject({
      status: 400,
      message: 'username is too short',
    })
    expect((await client.updateUser({ name: 'Bobo', username: 'bobo' })).data).toMatchObject({ status: true })
  })

  test('by magic link', async () => {
    const { client } = clientOf()
    expect((await client.signIn.magicLink({ email: 'cy@example.com', callbackURL: '/' })).data).toMatchObject({
      status: true,
    })
    const token = new URL(await rig.link('cy@example.com', /sign-in link/)).searchParams.get('token') ?? ''
    expect((await client.magicLink.verify({ query: { token } })).data).toMatchObject({
      token: expect.any(String),
      user: { email: 'cy@example.com' },
    })
    expect((await client.getSession()).data).not.toBeNull()
  })

  test('through a provider', async () => {
    gitlab.is({ id: 1, email: 'di@example.com', email_verified: true, name: 'Di' })
    const { client, fetch: go } = clientOf()
    const { data } = await client.signIn.social({ provider: 'gitlab', callbackURL: '/', disableRedirect: true })
    expect(data).toMatchObject({ redirect: false, url: expect.stringContaining('/oauth/authorize?') })
    const away = await go(data?.url ?? '')
    const back = new URL(away.headers.get('location') ?? '')
    expect((await go(baseURL + back.pathname + back.search)).headers.get('location')).toBe('/')
    expect((await client.listAccounts()).data).toMatchObject([{ provider: 'gitlab', accountId: '1' }])
    expect((await client.unlinkAccount({ providerId: 'gitlab' })).error).toMatchObject({
      status: 400,
      message: "You can't unlink your last account",
    })
    expect((await client.getAccessToken({ providerId: 'gitlab' })).data).toMatchObject({
      accessToken: expect.stringMatching(/^access-/),
    })
    expect((await client.refreshToken({ providerId: 'gitlab' })).data).toMatchObject({
      accessToken: expect.stringMatching(/^access-/),
    })
    expect((await client.linkSocial({ provider: 'gitlab', callbackURL: '/account' })).data).toMatchObject({
      redirect: true,
      url: expect.any(String),
    })
  })

  test('and hears of a network that is down in its own way', async () => {
    const lost = createAuthClient({ baseURL: 'http://127.0.0.1:1' })
    const { error } = await lost.getSession()
    expect(error).not.toBeNull()
  })
})

describe('the official client looks after the account', () => {
  test('verifies the address', async () => {
    const { client } = await person('Eve')
    const token = new URL(await rig.link('eve@example.com', /verify/i)).searchParams.get('token') ?? ''
    expect((await client.sendVerificationEmail({ email: 'eve@example.com', callbackURL: '/' })).data).toEqual({
      status: true,
    })
    expect((await client.verifyEmail({ query: { token } })).data).toMatchObject({ status: true })
    expect((await client.getSession()).data?.user.emailVerified).toBe(true)
    expect((await client.verifyEmail({ query: { token: 'a.b.c' } })).error).toMatchObject({
      status: 401,
      message: 'invalid_token',
    })
  })

  test('changes the address', async () => {
    const { client } = await person('Fay')
    expect((await client.changeEmail({ newEmail: 'fay2@example.com', callbackURL: '/' })).data).toMatchObject({
      status: true,
    })
    expect((await client.getSession()).data?.user.email).toBe('fay2@example.com')
    expect((await client.changeEmail({ newEmail: 'fay2@example.com' })).error).toMatchObject({
      message: 'Email is the same',
    })
  })

  test('forgets and changes passwords', async () => {
    const { client } = await person('Gus')
    expect((await client.forgetPassword({ email: 'gus@example.com', redirectTo: '/login' })).data).toEqual({
      status: true,
    })
    const token = /reset-password\/(\w+)/.exec(await rig.link('gus@example.com', /new password/))?.[1] ?? ''
    expect((await client.resetPassword({ newPassword: 'a new one, at last', token })).data).toEqual({ status: true })
    expect((await client.resetPassword({ newPassword: 'a new one, at last', token })).error).toMatchObject({
      status: 400,
      message: 'invalid token',
    })
    await client.signIn.email({ email: 'gus@example.com', password: 'a new one, at last' })
    expect(
      (
        await client.changePassword({
          currentPassword: 'a new one, at last',
          newPassword: passwordOf('Gus'),
          revokeOtherSessions: true,
        })
      ).data,
    ).toMatchObject({ token: expect.any(String), user: { email: 'gus@example.com' } })
  })

  test('lists and revokes sessions', async () => {
    const [here, there] = [await person('Hal'), clientOf()]
    await there.client.signIn.email({ email: 'hal@example.com', password: passwordOf('Hal') })
    const sessions = (await here.client.listSessions()).data ?? []
    expect(sessions).toHaveLength(2)
    const own = (await here.client.getSession()).data?.session.token
    expect(
      (await here.client.revokeSession({ token: sessions.find(({ token }) => token !== own)?.token ?? '' })).data,
    ).toEqual({ status: true })
    expect((await here.client.revokeOtherSessions()).data).toEqual({ status: true })
    expect((await here.client.revokeSessions()).data).toEqual({ status: true })
    expect((await here.client.getSession()).data).toBeNull()
  })

  test('deletes the account', async () => {
    const { client } = await person('Ida')
    expect((await client.deleteUser({ password: 'wrong, sorry' })).error).toMatchObject({
      status: 400,
      message: 'Invalid password',
    })
    expect((await client.deleteUser({ password: passwordOf('Ida') })).data).toEqual({
      success: true,
      message: 'User deleted',
    })
  })
})

describe('the official client runs an organization', () => {
  test('from its slug to its end', async () => {
    const [olga, mel] = [await person('Olga'), await person('Mel')]
    const { organization } = olga.client
    expect((await organization.checkSlug({ slug: 'night' })).data).toEqual({ status: true })
    const made = (await organization.create({ name: 'Night Label', slug: 'night', metadata: { a: 1 } })).data
    expect(made).toMatchObject({ name: 'Night Label', slug: 'night', metadata: { a: 1 } })
    const organizationId = made?.id ?? ''
    expect((await organization.checkSlug({ slug: 'night' })).error).toMatchObject({
      status: 400,
      message: 'slug is taken',
    })
    expect((await organization.list()).data).toMatchObject([{ id: organizationId }])
    expect((await organization.update({ data: { name: 'Night' }, organizationId })).data).toMatchObject({
      name: 'Night',
    })
    expect((await organization.setActive({ organizationId })).data).toMatchObject({ id: organizationId })
    expect((await organization.getFullOrganization()).data).toMatchObject({
      id: organizationId,
      members: [{ role: 'owner' }],
    })

    const invitation = (await organization.inviteMember({ email: 'mel@example.com', role: 'admin' })).data
    expect(invitation).toMatchObject({ status: 'pending', email: 'mel@example.com' })
    const invitationId = invitation?.id ?? ''
    expect((await organization.listInvitations()).data).toMatchObject([{ id: invitationId }])
    expect((await mel.client.organization.getInvitation({ query: { id: invitationId } })).data).toMatchObject({
      organizationName: 'Night',
      inviterEmail: 'olga@example.com',
    })
    expect((await mel.client.organization.acceptInvitation({ invitationId })).data).toMatchObject({
      invitation: { status: 'accepted' },
      member: { role: 'admin' },
    })
    expect((await mel.client.organization.getActiveMember()).data).toMatchObject({ organizationId, role: 'admin' })

    const later = (await organization.inviteMember({ email: 'later@example.com', role: 'member' })).data?.id ?? ''
    expect((await organization.cancelInvitation({ invitationId: later })).error).toBeNull()
    const ned = await person('Ned')
    const other = (await organization.inviteMember({ email: 'ned@example.com', role: 'member' })).data?.id ?? ''
    expect((await ned.client.organization.rejectInvitation({ invitationId: other })).data).toMatchObject({
      invitation: { status: 'rejected' },
      member: null,
    })

    const team = (await organization.createTeam({ name: 'Mixing' })).data
    const teamId = team?.id ?? ''
    expect((await organization.updateTeam({ teamId, data: { name: 'Mastering' } })).data).toMatchObject({
      name: 'Mastering',
    })
    expect((await organization.listTeams()).data).toHaveLength(2)
    expect((await organization.removeTeam({ teamId })).data).toEqual({ message: 'Team removed successfully.' })

    expect(organization.checkRolePermission({ role: 'admin', permission: { member: ['delete'] } })).toBe(true)
    expect((await organization.hasPermission({ permission: { organization: ['delete'] } })).data).toMatchObject({
      success: true,
    })
    const member = (await mel.client.organization.getActiveMember()).data?.id ?? ''
    expect((await organization.updateMemberRole({ memberId: member, role: 'member' })).data).toMatchObject({
      role: 'member',
    })
    expect((await organization.removeMember({ memberIdOrEmail: 'mel@example.com' })).data).toMatchObject({
      member: { id: member },
    })
    expect((await organization.leave({ organizationId })).error).toMatchObject({
      status: 400,
      message: 'You cannot leave the organization as the only owner',
    })
    expect((await organization.delete({ organizationId })).error).toBeNull()
    expect((await organization.list()).data).toEqual([])
  })
})
