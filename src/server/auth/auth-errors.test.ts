import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '#testing/world.ts'
import { noteAuthError, withAuthErrors } from './auth-errors.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ LOG_LEVEL: 'silent' })
})
afterAll(() => world.close())

const broken = new Response('{}', { status: 500 })
const answering = (error: unknown) => async () => {
  await Promise.resolve()
  noteAuthError(world.services, error)
  return broken
}

test('what will pass is what the request fails with', async () => {
  const locked = new Error('database is locked')
  await expect(withAuthErrors(() => true, answering(locked))).rejects.toBe(locked)
})

test('a bug is answered as ever', async () => {
  expect(await withAuthErrors(() => false, answering(new Error('a bug')))).toBe(broken)
})

test('one request’s trouble is not another’s', async () => {
  const logged: unknown[] = []
  const willPass = (error: unknown) => {
    logged.push(error)
    return false
  }
  await Promise.all([withAuthErrors(willPass, answering('first')), withAuthErrors(willPass, answering('second'))])
  expect(logged).toEqual(['first', 'second'])
})
