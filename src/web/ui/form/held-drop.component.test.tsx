import { createEvent, fireEvent, render, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdDrops } from './held-drop.ts'
import { useFileDrop } from './use-file-drop.ts'

const onFiles = vi.fn<(files: readonly File[]) => void>()
const kite = new File(['x'], 'Kite.wav')
let stop: () => void
beforeEach(() => {
  onFiles.mockReset()
  stop = holdDrops()
})
afterEach(() => {
  stop()
  vi.restoreAllMocks()
})

function Part() {
  useFileDrop(null, onFiles)
  return null
}

/** Whether the browser would have opened the file in place of the page. */
function drop(types = ['Files']): boolean {
  const event = createEvent.drop(document.body, { dataTransfer: { types, items: [], files: [kite] } })
  fireEvent(document.body, event)
  return !event.defaultPrevented
}

test('files dropped before anything takes them wait for it, and the page stays', async () => {
  expect(drop()).toBe(false)
  render(<Part />)
  await waitFor(() => expect(onFiles).toHaveBeenCalledExactlyOnceWith([kite]))
})

test('what is there takes them itself, once', async () => {
  const { unmount } = render(<Part />)
  drop()
  await waitFor(() => expect(onFiles).toHaveBeenCalledOnce())
  unmount()
  render(<Part />)
  expect(onFiles).toHaveBeenCalledOnce()
})

test('they do not wait for long', () => {
  drop()
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now + 5001)
  render(<Part />)
  expect(onFiles).not.toHaveBeenCalled()
})

test('dragged words stay the browser’s', () => {
  expect(drop(['text/plain'])).toBe(true)
})
