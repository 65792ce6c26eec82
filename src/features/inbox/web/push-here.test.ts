import { afterEach, expect, test, vi } from 'vitest'
import { switchPushOn } from './push-here.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a browser in which no worker comes to run says so, and does not wait for ever', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('Notification', { requestPermission: async () => 'granted' })
  vi.stubGlobal('navigator', { serviceWorker: { ready: new Promise(() => undefined) } })
  const answered = vi.fn<(state: string) => void>()
  void switchPushOn('key', 'ines').then(answered)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(answered).toHaveBeenCalledWith('no-worker')
})
