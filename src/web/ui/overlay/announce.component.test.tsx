import { expect, test, vi } from 'vitest'
import { announce, openAnnouncer } from './announce.ts'

test('the last words are said, and the same words again are new', async () => {
  openAnnouncer()
  const region = document.querySelector('[data-announcer]')
  expect(region?.getAttribute('role')).toBe('status')
  announce('Hearing A')
  announce('Hearing B')
  await vi.waitFor(() => expect(region?.textContent).toBe('Hearing B'))
  announce('Hearing B')
  expect(region?.textContent).toBe('')
  await vi.waitFor(() => expect(region?.textContent).toBe('Hearing B'))
  expect(document.querySelectorAll('[data-announcer]')).toHaveLength(1)
})
