import { expect, test } from 'vitest'
import { openRig } from '#testing/auth-rig.ts'
import { singleCookies } from './single-cookies.ts'

test('of cookies with one name, path and domain the last is told', () => {
  expect(singleCookies(['a=1; Path=/; HttpOnly', 'b=2; Path=/', 'a=; Path=/; Max-Age=0'])).toEqual([
    'a=; Path=/; Max-Age=0',
    'b=2; Path=/',
  ])
  expect(singleCookies(['a=1; Path=/', 'a=2; Path=/api', 'a=3; Path=/; Domain=example.com'])).toHaveLength(3)
})

test('the answer to a changed address sets the session once, so that its headers fit through a proxy', async () => {
  const rig = await openRig()
  const lin = await rig.person('Lin')
  const { status, cookies } = await lin.post('/change-email', { newEmail: 'lin2@example.com' })
  expect(status).toBe(200)
  expect(cookies.map((cookie) => cookie.split('=', 1)[0])).toEqual([
    'better-auth.session_data',
    'better-auth.session_token',
  ])
  expect((await lin.session())?.user.email).toBe('lin2@example.com')
  await rig.close()
})
