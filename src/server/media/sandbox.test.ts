import { afterEach, expect, test } from 'vitest'
import { canUnshare, keepNetwork } from './sandbox.ts'

afterEach(() => keepNetwork(false))

test('a decoder keeps its network where the admin says so', async () => {
  keepNetwork(true)
  expect(await canUnshare()).toBe(false)
})
