import { act, fireEvent, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BUILT_IN_KEYS } from './key-map.ts'
import { awaitKeyMap, setKeyMap } from './page-keys.ts'
import { useKeyListener, usePageKeys } from './use-page-keys.ts'

const run = vi.fn<() => void>()
beforeEach(() => {
  vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'performance'] })
  run.mockReset()
})
afterEach(() => {
  setKeyMap(BUILT_IN_KEYS)
  vi.useRealTimers()
})

function Frame({ isWhole = true }: { readonly isWhole?: boolean }) {
  useKeyListener()
  return isWhole && <Part />
}

function Part() {
  usePageKeys([{ keys: ['U'], label: 'Upload', group: 'Page', run }])
  return null
}

const press = () => {
  const event = new KeyboardEvent('keydown', { key: 'u', code: 'KeyU', bubbles: true })
  Object.defineProperty(event, 'timeStamp', { value: performance.now() })
  fireEvent(document.body, event)
}

test('a press before the user’s keys are known is carried out by them, once', () => {
  awaitKeyMap()
  render(<Frame />)
  press()
  expect(run).not.toHaveBeenCalled()
  setKeyMap(BUILT_IN_KEYS)
  expect(run).toHaveBeenCalledOnce()
})

test('and by nobody if single letters do nothing for them', () => {
  awaitKeyMap()
  render(<Frame />)
  press()
  setKeyMap({ ...BUILT_IN_KEYS, single: false })
  expect(run).not.toHaveBeenCalled()
})

test('the built-in keys do where the user’s do not come', async () => {
  awaitKeyMap()
  render(<Frame />)
  press()
  await vi.advanceTimersByTimeAsync(2000)
  expect(run).toHaveBeenCalledOnce()
})

test('a press is for the page on which it was made, not for the next', async () => {
  const { rerender } = render(<Frame isWhole={false} />)
  press()
  window.history.pushState({}, '', '/another')
  rerender(<Frame />)
  await act(() => vi.runAllTimersAsync())
  expect(run).not.toHaveBeenCalled()
})

test('a press before the part is there that knows it waits for that part', async () => {
  const { rerender } = render(<Frame isWhole={false} />)
  press()
  rerender(<Frame />)
  await act(() => vi.runAllTimersAsync())
  expect(run).toHaveBeenCalledOnce()
})

test('but not for long, and not on a page that has been open for a while', async () => {
  const { rerender } = render(<Frame isWhole={false} />)
  press()
  vi.advanceTimersByTime(5001)
  rerender(<Frame />)
  rerender(<Frame isWhole={false} />)
  press()
  rerender(<Frame />)
  await act(() => vi.runAllTimersAsync())
  expect(run).not.toHaveBeenCalled()
})
