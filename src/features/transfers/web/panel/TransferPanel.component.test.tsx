import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { show } from '#web/testing/show.rig.tsx'
import type { TransferEngine } from '../transfer-engine.ts'
import { TransferPanel } from './TransferPanel.tsx'
import { transfersStore, type TransferDraft } from './transfers-store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const download: TransferDraft = {
  id: 'a',
  kind: 'download',
  filename: 'Salt.wav',
  status: 'completed',
  phase: 'moving',
  error: null,
  bytes: 100,
  totalBytes: 100,
  bytesPerSecond: null,
  projectId: 'p',
  trackId: 't',
  trackTitle: 'Salt',
  versionId: 'v',
  reopens: false,
  startedAt: 0,
  finishedAt: 1,
}

function open(draft: Partial<TransferDraft> = {}) {
  const store = transfersStore()
  store.put({ ...download, ...draft })
  const nothing = () => undefined
  const engine: TransferEngine = {
    store,
    upload: () => [],
    download: () => '',
    pause: nothing,
    resume: nothing,
    retry: nothing,
    cancel: nothing,
    chooseFile: async () => true,
    dismiss: nothing,
    dismissFinished: nothing,
    restore: async () => undefined,
    forget: async () => undefined,
  }
  show(<TransferPanel engine={engine} renderVersion={() => null} isPending={false} />)
  return screen.getByRole('heading', { name: 'Transfers' })
}
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const pill = () => screen.queryByRole('button', { name: '1 done. Show the transfers' })
const isFolded = () => screen.queryByRole('list') === null && pill() !== null

test('what is done folds 5 s later, though the pointer rests on it', () => {
  fireEvent.pointerEnter(open())
  pass(4000)
  expect(isFolded()).toBe(false)
  pass(1500)
  expect(isFolded()).toBe(true)
})

test('it waits while somebody is using it', () => {
  const title = open()
  pass(4000)
  fireEvent.pointerMove(title)
  pass(4000)
  expect(isFolded()).toBe(false)
  pass(1500)
  expect(isFolded()).toBe(true)
})

test('what failed stays', () => {
  open({ status: 'error', error: { code: 'network', message: '', httpStatus: null } })
  pass(20_000)
  expect(screen.getByRole('list')).toBeDefined()
})
