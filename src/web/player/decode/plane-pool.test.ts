import { expect, test } from 'vitest'
import { PlanePool } from './plane-pool.ts'

test('a plane that was heard is filled again, where the length is the same', () => {
  const pool = new PlanePool()
  const { buffer } = new Float32Array(4608)
  pool.give([buffer])
  expect(pool.take(4000).buffer).not.toBe(buffer)
  expect(pool.take(4608).buffer).toBe(buffer)
  expect(pool.take(4608).buffer).not.toBe(buffer)
})

test('no more than 8 MiB wait', () => {
  const pool = new PlanePool()
  const megabytes = Array.from({ length: 10 }, () => new ArrayBuffer(2 ** 20))
  pool.give(megabytes)
  const taken = megabytes.map(() => pool.take(2 ** 18).buffer)
  expect(taken.filter((buffer) => megabytes.includes(buffer))).toHaveLength(8)
})
