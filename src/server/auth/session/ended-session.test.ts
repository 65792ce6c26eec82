import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { authEndpoints, sampleOf, type AuthEndpoint } from '#testing/auth-endpoints.ts'
import { emailOf, openRig, passwordOf, type AuthAnswer, type Browser, type Rig } from '#testing/auth-rig.ts'
import { startGitlab, throughProvider, type Gitlab } from '#testing/social-rig.ts'

let rig: Rig
let gitlab: Gitlab
let root: Browser
let endpoints: readonly AuthEndpoint[]
beforeAll(async () => {
  gitlab = await startGitlab()
  rig = await openRig({
    GITLAB_CLIENT_ID: 'ours',
    GITLAB_CLIENT_SECRET: 'secret',
    GITLAB_ISSUER: gitlab.url,
    UNLINK_LAST_ACCOUNT: 'on',
    REMOVE_LAST_TEAM: 'on',
  })
  root = await rig.person('Root')
  endpoints = authEndpoints(rig.world.auth)
})
afterAll(async () => {
  await rig.close()
  await gitlab.stop()
})
afterEach(() => {
  vi.useRealTimers()
})

const json = { origin: 'http://localhost:3000', 'content-type': 'application/json' }
const db = () => rig.world.services.database.db
const tokenIn = async (name: string, subject: RegExp) =>
  /token=([\w.-]+)/.exec(await rig.link(emailOf(name), subject))?.[1]

/** Whose session ends, with all that a route could be asked to do something with. */
interface Person {
  readonly name: string
  readonly here: Browser
  /** Another browser of theirs. */
  readonly there: Browser
  readonly id: string
  readonly values: Readonly<Record<string, unknown>>
}

async function settledPerson(name: string): Promise<Person> {
  const here = await rig.person(name)
  const there = rig.browser()
  await there.signIn(name)
  const {
    user: { id },
  } = await here.session()
  gitlab.is({ id: name.charCodeAt(0) * 1000 + name.length, email: emailOf(name), email_verified: false, name })
  await throughProvider(here, await here.post('/link-social', { provider: 'gitlab', callbackURL: '/' }))
  const friend = await rig.person(`${name}s-friend`)
  const organizationId = (await here.post('/organization/create', { name: `${name}s`, slug: `${name.toLowerCase()}s` }))
    .body.id
  const theirs = (await friend.post('/organization/create', { name: `${name}f`, slug: `${name.toLowerCase()}f` })).body
    .id
  const member = await here.post('/organization/invite-member', {
    email: emailOf(`${name}s-friend`),
    role: 'member',
    organizationId,
  })
  const joined = await friend.post('/organization/accept-invitation', { invitationId: member.body.id })
  const { id: teamId } = (await here.post('/organization/create-team', { name: 'Choir', organizationId })).body
  const { id: invitationId } = (
    await friend.post('/organization/invite-member', { email: emailOf(name), role: 'admin', organizationId: theirs })
  ).body
  const userId = (await friend.session()).user.id
  const values = {
    email: `new-${emailOf(name)}`,
    newEmail: `new-${emailOf(name)}`,
    name: 'Changed',
    image: 'https://example.com/changed.png',
    username: `changed_${name.toLowerCase()}`,
    displayUsername: `changed_${name.toLowerCase()}`,
    password: passwordOf(name),
    currentPassword: passwordOf(name),
    newPassword: 'changed by a thief',
    token: (await there.session()).session.token,
    organizationId,
    organizationSlug: `${name.toLowerCase()}s`,
    memberId: joined.body.member.id,
    memberIdOrEmail: joined.body.member.id,
    teamId,
    userId,
    invitationId,
    id: invitationId,
    role: 'admin',
    slug: `changed-${name.toLowerCase()}`,
    provider: 'gitlab',
    providerId: 'gitlab',
    accountId: undefined,
    callbackURL: '/',
    redirectTo: '/',
    errorCallbackURL: '/',
    newUserCallbackURL: '/',
    callback: undefined,
    resend: undefined,
    logo: undefined,
    state: 'none',
    useAccountCookie: undefined,
    idToken: undefined,
    additionalParams: undefined,
    additionalData: undefined,
    sortBy: undefined,
    filterField: undefined,
    filterValue: undefined,
    filterOperator: undefined,
    sortDirection: undefined,
    limit: 10,
    offset: 0,
    membersLimit: undefined,
    permission: undefined,
    permissions: { organization: ['update'] },
    revokeOtherSessions: true,
    disableRedirect: undefined,
    disableRefresh: undefined,
    disableCookieCache: undefined,
    metadata: undefined,
  }
  return { name, here, there, id, values }
}

/** What the route is asked, so that only the session stands between the request and the deed. */
function asked({ path, method, body, query }: AuthEndpoint, values: Person['values']) {
  const particular: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    '/unlink-account': { providerId: 'gitlab' },
    '/get-access-token': { providerId: 'gitlab' },
    '/refresh-token': { providerId: 'gitlab' },
    '/update-user': { name: 'Changed' },
    '/update-session': { activeOrganizationId: values['organizationId'] },
    '/organization/create': { name: 'Changed', slug: values['slug'] },
    '/organization/list-user-teams': {},
    '/organization/has-permission': { organizationId: values['organizationId'], permissions: values['permissions'] },
    '/delete-user': { password: values['password'] },
    '/sign-in/email': { email: values['email'], password: 'wrong password' },
    '/sign-in/username': { username: 'nobody', password: 'wrong password' },
    '/list-user-invitations': {},
    '/account-info': {},
  }
  const sent = particular[path] ?? sampleOf(body ?? query, values) ?? {}
  const url = path.replace(/:\w+/, 'gitlab')
  return method === 'GET'
    ? { method, url: `${url}?${new URLSearchParams(sent as Record<string, string>)}` }
    : { method, url, payload: JSON.stringify(sent) }
}

async function ask(one: Browser, endpoint: AuthEndpoint, values: Person['values']): Promise<AuthAnswer> {
  const { method, url, payload } = asked(endpoint, values)
  return one.send(method, `/api/auth${url}`, method === 'GET' ? {} : json, payload)
}

/** A browser with the cookies of another, which keeps what it is given. */
function copyOf(one: Browser): Browser {
  const copy = rig.browser()
  for (const [name, value] of one.jar) copy.jar.set(name, value)
  return copy
}

/** All rows, but of what a visitor's own tries are counted and written down in. */
async function everything(): Promise<ReadonlyMap<string, string>> {
  const tables = await db().introspection.getTables()
  const rows = await Promise.all(
    tables
      .filter(({ name }) => !name.startsWith('sqlite_') && name !== 'limits')
      .map(
        async ({ name }) =>
          [
            name,
            (await sql`select * from ${sql.table(name)}`.execute(db())).rows
              .map((row) => JSON.stringify(row))
              .toSorted()
              .join('\n'),
          ] as const,
      ),
  )
  return new Map(rows)
}

const differing = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>) =>
  [...a].filter(([name, rows]) => b.get(name) !== rows).map(([name]) => name)

/** Ways for a session to end while somebody holds a copy of its cookies. */
const ends: Readonly<Record<string, (person: Person) => Promise<unknown>>> = {
  'signed out': ({ here }) => here.post('/sign-out'),
  'revoked from another browser': async ({ here, there }) =>
    there.post('/revoke-session', { token: (await here.session()).session.token }),
  'revoked with the others': ({ there }) => there.post('/revoke-other-sessions'),
  'revoked with all': ({ there }) => there.post('/revoke-sessions'),
  'of an old password, with the others signed out': ({ name, there }) =>
    there.post('/change-password', {
      currentPassword: passwordOf(name),
      newPassword: 'another one at night',
      revokeOtherSessions: true,
    }),
  'of a password that was forgotten and set anew': async ({ name }) => {
    await rig.browser().post('/forget-password', { email: emailOf(name), redirectTo: '/login' })
    const token = /reset-password\/(\w+)/.exec(await rig.link(emailOf(name), /new password/))?.[1]
    return rig.browser().post('/reset-password', { newPassword: 'another one at night', token })
  },
  'of somebody the admin disabled': ({ id }) =>
    root.send('POST', `/api/admin/users/${id}/disable`, { origin: json.origin }),
  'of somebody who was disabled while they signed in': async ({ id }) => {
    const rows = await db().selectFrom('session').selectAll().where('userId', '=', id).execute()
    await root.send('POST', `/api/admin/users/${id}/disable`, { origin: json.origin })
    return db()
      .insertInto('session')
      .values(rows)
      .execute()
      .then(() => ({ status: 200 }))
  },
  'ended by the admin': ({ id }) => root.send('POST', `/api/admin/users/${id}/sign-out`, { origin: json.origin }),
  'of an account that was deleted': async ({ name, there }) => {
    await there.post('/organization/delete', { organizationId: (await there.get('/organization/list')).body[0].id })
    return there.post('/delete-user', { password: passwordOf(name) })
  },
  'of an impostor, once the owner of the address came by a mailed link': async ({ name }) => {
    const owner = rig.browser()
    await owner.post('/sign-in/magic-link', { email: emailOf(name), callbackURL: '/' })
    return owner.get(`/magic-link/verify?token=${await tokenIn(name, /sign-in link/)}`)
  },
  'of an impostor, once the owner of the address came by a provider': async ({ name }) => {
    gitlab.is({
      id: 900_000 + name.length * 1000 + name.charCodeAt(0),
      email: emailOf(name),
      email_verified: true,
      name,
    })
    const owner = rig.browser()
    await throughProvider(owner, await owner.post('/sign-in/social', { provider: 'gitlab', callbackURL: '/' }))
    return { status: (await owner.session()) === null ? 401 : 200 }
  },
  'whose time is over': async ({ id }) => {
    await db()
      .updateTable('session')
      .set({
        expiresAt:
          rig.world.services.database.engine === 'sqlite'
            ? '2020-01-01T00:00:00.000Z'
            : (new Date(0) as unknown as string),
      })
      .where('userId', '=', id)
      .execute()
    return { status: 200 }
  },
}

/** The routes that a visitor changes something by: new accounts, mails, sign-ins under way. */
const forVisitors = new Set([
  'POST /sign-up/email',
  'POST /sign-in/magic-link',
  'POST /sign-in/social',
  'POST /forget-password',
  'POST /sign-in/email',
  'POST /sign-in/username',
  'GET /get-session',
])
const names = 'Ada Bob Cem Dot Eve Flo Gus Hua Ida Jon Kim Leo Mia Ned'.split(' ')

const answered = new Map<string, Promise<AuthAnswer>>()

/** What a visitor is told, which is the same in every walk. */
function toVisitor(route: string, asking: () => Promise<AuthAnswer>): Promise<AuthAnswer> {
  const answer = answered.get(route) ?? asking()
  answered.set(route, answer)
  return answer
}

describe.each(Object.entries(ends).map(([how, end], i) => ({ how, end, name: names[i] ?? how })))(
  'a session $how',
  ({ end, name }) => {
    test('acts on no route of the library, changes nothing and is not renewed', async () => {
      const person = await settledPerson(name)
      const stolen = copyOf(person.here)
      expect(stolen.jar.get('better-auth.session_data')).toBeDefined()
      expect(await end(person)).toMatchObject({ status: 200 })
      const before = await everything()
      const answers = await Promise.all(
        endpoints.map(async (endpoint) => {
          const route = `${endpoint.method} ${endpoint.path}`
          if (forVisitors.has(route)) return []
          const answer = await ask(copyOf(stolen), endpoint, person.values)
          const visitor = await toVisitor(route, () => ask(rig.browser(), endpoint, person.values))
          // Pages name the link’s own token.
          const as = ({ status, text, location }: AuthAnswer) =>
            `${route}: ${status} ${text.replace(/(?<=name="token" value=")\w+/, '')} ${location}`
          return [
            ...(as(answer) === as(visitor) ? [] : [`${as(answer)}, to a visitor ${as(visitor)}`]),
            ...(answer.cookies.some((cookie) => /session_(data|token)[^=]*=[^;]/.test(cookie))
              ? [`${route} renews it`]
              : []),
          ]
        }),
      )
      expect(answers.flat()).toEqual([])
      const after = await everything()
      const changed = differing(before, after)
      // A row whose time is over is cleared away, which open pages are told, and so is that of somebody who may not be
      // here.
      expect(changed.filter((table) => !['session', 'events', 'streams'].includes(table))).toEqual([])
      expect((after.get('session') ?? '').split('\n').length).toBeLessThanOrEqual(
        (before.get('session') ?? '').split('\n').length,
      )
    })
  },
)

test('a session that ends while its request is answered is refused, never with 500, and not renewed', async () => {
  const { internalAdapter } = await rig.world.auth.$context
  const find = internalAdapter.findSession
  let person = await settledPerson('Oda')
  const wrong: string[] = []
  const takesAway = ({ path }: AuthEndpoint) => /delete|leave|remove|reject/.test(path)
  for (const endpoint of endpoints.toSorted((a, b) => Number(takesAway(a)) - Number(takesAway(b)))) {
    const rows = await db().selectFrom('session').selectAll().where('userId', '=', person.id).execute()
    const stolen = copyOf(person.here)
    const finding = vi.spyOn(internalAdapter, 'findSession').mockImplementation(async (token) => {
      const found = await find(token)
      await db().deleteFrom('session').where('token', '=', token).execute()
      return found
    })
    const answer = await ask(stolen, endpoint, person.values)
    finding.mockRestore()
    const route = `${endpoint.method} ${endpoint.path}`
    if (answer.status >= 500) wrong.push(`${route}: ${answer.status}`)
    if (answer.status === 401 && answer.body.code !== 'UNAUTHORIZED' && !route.includes('/sign-in/'))
      wrong.push(`${route}: ${answer.text}`)
    if (await db().selectFrom('user').select('id').where('id', '=', person.id).executeTakeFirst()) {
      await db().deleteFrom('session').where('userId', '=', person.id).execute()
      await db().insertInto('session').values(rows).execute()
    } else person = await settledPerson(`Oda${endpoint.path.replaceAll(/\W/g, '')}`)
  }
  expect(wrong).toEqual([])
})

test('nobody stays in by having their name changed again and again', async () => {
  const { here, there } = await settledPerson('Nia')
  const stolen = copyOf(here)
  await there.post('/revoke-other-sessions')
  for (const [seconds, expected] of [
    [0, true],
    [35, true],
    [61, false],
  ] as const) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
    expect((await stolen.get('/get-session')).body !== null).toBe(expected)
    const before = await everything()
    expect((await copyOf(stolen).post('/update-user', { name: 'Still here' })).status).toBe(401)
    expect(differing(before, await everything())).toEqual([])
    vi.useRealTimers()
  }
})

test('the walk gets past the validation of every route, and would act if the session had not ended', async () => {
  const { name, here, values } = await settledPerson('Walker')
  const stopped: string[] = []
  const acting: string[] = []
  const last = ['/organization/delete', '/delete-user']
  for (const endpoint of endpoints.toSorted((a, b) => last.indexOf(a.path) - last.indexOf(b.path))) {
    const route = `${endpoint.method} ${endpoint.path}`
    const before = await everything()
    const answer = await ask(here, endpoint, values)
    if (answer.body?.code === 'VALIDATION_ERROR' || answer.status >= 500) stopped.push(`${route}: ${answer.text}`)
    if (answer.status < 400 && differing(before, await everything()).length > 0) acting.push(route)
    const copied = [...here.jar.keys()].some((cookie) => cookie.includes('session_data'))
    if (copied && (await here.get('/get-session?disableCookieCache=true')).body === null)
      stopped.push(`${route} leaves a copy of a session that is gone`)
    if ((await here.session()) === null)
      await here
        .signIn(name, { email: values['newEmail'], password: passwordOf(name) })
        .then(async ({ status }) => status === 200 || here.signIn(name))
  }
  expect(stopped).toEqual([])
  expect(acting.length).toBeGreaterThan(15)
})
