import { expect, test } from 'vitest'
import { transferTotal } from './transfer-total.ts'
import { transfersStore, type TransferDraft } from './transfers-store.ts'

const store = (...drafts: readonly Partial<TransferDraft>[]) => {
  const made = transfersStore()
  for (const [index, draft] of drafts.entries())
    made.put({
      id: String(index),
      kind: 'upload',
      filename: 'Salt.wav',
      status: 'uploading',
      phase: 'moving',
      error: null,
      bytes: 50,
      totalBytes: 100,
      bytesPerSecond: null,
      projectId: 'p',
      trackId: null,
      trackTitle: null,
      versionId: null,
      reopens: false,
      startedAt: 0,
      finishedAt: null,
      ...draft,
    })
  return made.list()
}
const done = (startedAt: number, finishedAt: number) =>
  ({ status: 'completed', bytes: 100, startedAt, finishedAt }) as const

test('what was done before the present ones began does not count', () => {
  expect(transferTotal(store(done(0, 10), { startedAt: 20 }, done(20, 25)))).toMatchObject({ count: 2, done: 1 })
})

test('what is done while others go on counts', () => {
  expect(transferTotal(store({ startedAt: 0 }, done(0, 10)))).toMatchObject({ count: 2, done: 1, share: 0.75 })
})

test('once all are done, all count', () => {
  expect(transferTotal(store(done(0, 10), done(20, 30)))).toMatchObject({ count: 2, done: 2, share: 1 })
})
