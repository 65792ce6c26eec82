import { expect, test } from 'vitest'
import { claimsInBrowser } from './upload-claims.ts'

/** A lock manager shared by two tabs; supports only `ifAvailable`. */
function sharedLocks(): LockManager {
  const taken = new Set<string>()
  const request = async (name: string, _: LockOptions, work: (lock: object | null) => unknown) => {
    if (taken.has(name)) return work(null)
    taken.add(name)
    await work({ name })
    taken.delete(name)
  }
  return { request, query: async () => ({}) } as LockManager
}

test('an upload belongs to one tab until that lets go', async () => {
  const locks = sharedLocks()
  const [first, second] = [claimsInBrowser(locks), claimsInBrowser(locks)]
  expect(await first.claim('salt')).toBe(true)
  expect(await first.claim('salt')).toBe(true)
  expect(await second.claim('salt')).toBe(false)
  expect(await second.claim('kite')).toBe(true)
  first.letGo('salt')
  await expect.poll(() => second.claim('salt')).toBe(true)
})
