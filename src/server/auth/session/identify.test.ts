import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openRig, type Rig } from '#testing/auth-rig.ts'

const NAME = 'better-auth.session_token'
let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

/** Who Better Auth and who our own routes take somebody for who sends this header. */
async function whoIs(cookie: string): Promise<readonly [string | undefined, boolean]> {
  const { body } = await rig.browser().get('/get-session?disableCookieCache=true', { cookie })
  const { status } = await rig.browser().open('/api/projects', { cookie })
  return [body?.user?.name, status === 200]
}

describe('our own reading of the session’s cookie', () => {
  test('agrees with Better Auth’s, whatever is sent', async () => {
    const [mo, lu] = [await rig.person('Mo'), await rig.person('Lu')]
    const [moSent, luSent] = [mo.jar.get(NAME) ?? '', lu.jar.get(NAME) ?? '']
    const plain = decodeURIComponent(moSent)
    const dot = plain.lastIndexOf('.')
    const [token, signature] = [plain.slice(0, dot), plain.slice(dot + 1)]
    const otherSignature = decodeURIComponent(luSent).slice(decodeURIComponent(luSent).lastIndexOf('.') + 1)
    const headers: Readonly<Record<string, string>> = {
      'as it was given': `${NAME}=${moSent}`,
      'not escaped': `${NAME}=${plain}`,
      quoted: `${NAME}="${moSent}"`,
      'among others': `theme=dark; ${NAME}=${moSent}; x`,
      'with room around': `  ${NAME} = ${moSent} `,
      'two, the first counts': `${NAME}=${luSent}; ${NAME}=${moSent}`,
      'two, the first is none': `${NAME}=nothing; ${NAME}=${moSent}`,
      'another’s signature': `${NAME}=${encodeURIComponent(`${token}.${otherSignature}`)}`,
      'no signature': `${NAME}=${token}`,
      'an empty one': `${NAME}=${token}.`,
      'a shorter one': `${NAME}=${encodeURIComponent(`${token}.${signature.slice(0, -1)}`)}`,
      'no token': `${NAME}=${encodeURIComponent(`.${signature}`)}`,
      'a longer token': `${NAME}=${encodeURIComponent(`${token}x.${signature}`)}`,
      'the secure name, on http': `__Secure-${NAME}=${moSent}`,
      'a name that ends like it': `x${NAME}=${moSent}`,
      'not to be decoded': `${NAME}=%E0%A4%A`,
    }
    const found: Record<string, string | undefined> = {}
    for (const [what, header] of Object.entries(headers)) {
      const [name, isIn] = await whoIs(header)
      found[what] = name
      expect(isIn, what).toBe(name !== undefined)
    }
    expect(
      Object.entries(found)
        .filter(([, name]) => name !== undefined)
        .map(([what, name]) => `${what}: ${name}`),
    ).toEqual([
      'as it was given: Mo',
      'not escaped: Mo',
      'quoted: Mo',
      'among others: Mo',
      'with room around: Mo',
      'two, the first counts: Lu',
    ])
  })

  test('ends with the session’s time and with its row', async () => {
    const [eve, ann] = [await rig.person('Eve'), await rig.person('Ann')]
    const [eveSent, annSent] = [eve, ann].map(({ jar }) => `${NAME}=${jar.get(NAME)}`)
    await ann.post('/sign-out')
    expect(await whoIs(annSent ?? '')).toEqual([undefined, false])
    const isIn = async () => (await rig.browser().open('/api/projects', { cookie: eveSent ?? '' })).status === 200
    expect(await isIn()).toBe(true)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * 86_400_000 })
    expect(await isIn()).toBe(false)
    vi.useRealTimers()
    expect(await isIn()).toBe(true)
  })
})

describe('when somebody was last there', () => {
  const seen = async (name: string) =>
    (
      await rig.world.services.database.db
        .selectFrom('user')
        .select('lastSeenAt')
        .where('email', '=', `${name.toLowerCase()}@example.com`)
        .executeTakeFirstOrThrow()
    ).lastSeenAt

  test('is written down once in five minutes, and told only to people who share a project with them', async () => {
    const [ona, per] = [await rig.person('Ona'), await rig.person('Per')]
    expect(await seen('Ona')).toBeNull()
    const { body: project } = await ona.send(
      'POST',
      '/api/projects',
      { origin: 'http://localhost:3000', 'content-type': 'application/json' },
      JSON.stringify({ name: 'Ember' }),
    )
    const first = rig.world.services.now()
    await vi.waitFor(async () => expect(await seen('Ona')).toBe(first))
    rig.world.pass(5 * 60_000 - 1)
    const members = () => ona.open(`/api/projects/${project.id}/members`)
    expect((await members()).body.items).toMatchObject([{ person: { name: 'Ona' }, lastSeenAt: first }])
    await rig.settle()
    expect(await seen('Ona')).toBe(first)
    rig.world.pass(1)
    await Promise.all(Array.from({ length: 5 }, members))
    await vi.waitFor(async () => expect(await seen('Ona')).toBe(first + 5 * 60_000))
    expect((await per.open(`/api/projects/${project.id}/members`)).status).toBe(404)
    for (const path of [
      `/api/projects/${project.id}`,
      `/api/projects/${project.id}/people`,
      '/api/projects',
      '/api/users/me',
    ])
      expect((await ona.open(path)).text, path).not.toContain('lastSeen')
  })
})
