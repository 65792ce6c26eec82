import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRig, type Rig } from '#testing/auth-rig.ts'

const NAME = 'better-auth.session_token'
let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

test.each([
  ['a session', 'Mo'],
  ['nobody', 'Lu'],
  ['a forged cookie', 'Ada'],
  ['a session that was signed out', 'Ed'],
])('%s is answered alike by its endpoint and through the library’s router', async (who, name) => {
  const person = await rig.person(name)
  const own = `${NAME}=${person.jar.get(NAME) ?? ''}`
  const cookie = who === 'nobody' ? '' : who === 'a forged cookie' ? `${own}x` : own
  if (who === 'a session that was signed out') await person.post('/sign-out')
  // A query that means nothing goes through the router.
  const answers = []
  for (const path of ['/get-session', '/get-session?x=1'])
    answers.push(await rig.browser().get(path, { ...(cookie && { cookie }) }))
  const [direct, routed] = answers
  expect(direct?.body?.user?.name).toBe(who === 'a session' ? name : undefined)
  expect([direct?.status, direct?.body, Object.keys(direct?.headers ?? {}).toSorted()]).toEqual([
    routed?.status,
    routed?.body,
    Object.keys(routed?.headers ?? {}).toSorted(),
  ])
  const namesOf = (cookies: readonly string[] = []) => cookies.map((line) => line.replace(/=[^;]*/, ''))
  expect(namesOf(direct?.cookies)).toEqual(namesOf(routed?.cookies))
})
