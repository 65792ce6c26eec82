import { assert, constantFrom, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TransferSpeed } from './transfer-speed.ts'
import { percent, transfersStore, type TransferDraft } from './transfers-store.ts'

const upload: TransferDraft = {
  id: 'a',
  kind: 'upload',
  filename: 'mix.wav',
  status: 'uploading',
  phase: 'moving',
  error: null,
  bytes: 25,
  totalBytes: 100,
  bytesPerSecond: 25,
  projectId: 'p',
  trackId: null,
  trackTitle: 'Mix',
  versionId: null,
  reopens: false,
  startedAt: 0,
  finishedAt: null,
}

describe('a transfer', () => {
  test('shows its share, its pace and the time left', () => {
    const store = transfersStore()
    store.put(upload)
    expect(store.find('a')).toMatchObject({ progress: 25, bytesPerSecond: 25, secondsLeft: 3 })
  })

  test('has no pace while it stands still', () => {
    const store = transfersStore()
    store.put({ ...upload, phase: 'paused' })
    expect(store.find('a')).toMatchObject({
      bytesPerSecond: null,
      secondsLeft: null,
      can: { resume: true, pause: false, cancel: true },
    })
  })

  test('never shows less than 0 or more than 100 percent', () => {
    assert(
      property(
        integer(),
        integer(),
        constantFrom('uploading', 'downloading', 'error', 'completed'),
        (bytes, totalBytes, status) => {
          const shown = percent({ bytes, totalBytes, status })
          expect(shown >= 0 && shown <= 100).toBe(true)
        },
      ),
    )
    expect(percent({ bytes: 0, totalBytes: 0, status: 'completed' })).toBe(100)
  })

  test.each([
    ['moving', 'uploading', ['pause', 'cancel']],
    ['retrying', 'uploading', ['pause', 'retry', 'cancel']],
    ['sealing', 'uploading', ['cancel']],
    ['file-needed', 'uploading', ['cancel', 'chooseFile']],
    ['moving', 'error', ['retry', 'cancel', 'dismiss']],
    ['moving', 'completed', ['dismiss']],
  ] as const)('that is %s and %s can be: %j', (phase, status, expected) => {
    const store = transfersStore()
    store.put({ ...upload, phase, status })
    expect(
      Object.entries(store.find('a')?.can ?? {})
        .filter(([, may]) => may)
        .map(([choice]) => choice),
    ).toEqual(expected)
  })
})

test('listeners hear of changes, and the list stays the same while nothing changes', () => {
  const store = transfersStore()
  let heard = 0
  const leave = store.subscribe(() => heard++)
  store.put(upload)
  const before = store.list()
  store.update('unknown', { bytes: 1 })
  expect([heard, store.list() === before]).toEqual([1, true])
  leave()
  store.remove('a')
  expect([heard, store.list()]).toEqual([1, []])
})

test('the pace is that of the last seconds, and starts anew when bytes are sent again', () => {
  const speed = new TransferSpeed()
  expect([0, 1000, 2000].map((at) => speed.note(at, at * 10))).toEqual([null, 10_000, 10_000])
  expect(speed.note(20_000, 20_000)).toBeNull()
  expect(speed.note(21_000, 25_000)).toBe(5000)
  expect(speed.note(21_500, 100)).toBeNull()
})
