import { expect, test } from 'vitest'
import { SharedReads } from './shared-reads.ts'

test('who asks for the same at once is answered by one reading', async () => {
  const reads = new SharedReads<number>()
  let read = 0
  const ask = (key: string) => reads.read(key, async () => (read += 1))
  expect(await Promise.all([ask('a'), ask('a'), ask('b'), ask('a')])).toEqual([1, 1, 2, 1])
})

test('who asks while it is being read gets what is there later', async () => {
  const reads = new SharedReads<string>()
  let present = 'before'
  let begun: () => void = () => undefined
  const isReading = new Promise<void>((resolve) => (begun = resolve))
  let finish: () => void = () => undefined
  const first = reads.read('a', async () => {
    const seen = present
    begun()
    await new Promise<void>((resolve) => (finish = resolve))
    return seen
  })
  await isReading
  present = 'after'
  const second = reads.read('a', async () => present)
  finish()
  expect(await Promise.all([first, second])).toEqual(['before', 'after'])
})

test('a reading that fails fails for all who waited, and for nobody after', async () => {
  const reads = new SharedReads<string>()
  const failing = () => Promise.reject(new Error('busy'))
  const both = [reads.read('a', failing), reads.read('a', failing)]
  await expect(Promise.allSettled(both)).resolves.toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  expect(await reads.read('a', async () => 'fine')).toBe('fine')
})
