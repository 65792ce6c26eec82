import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '#web/testing/show.rig.tsx'
import ShareCodeForm from './ShareCodeForm.tsx'
import { doorQuery } from './shares.client.ts'

const opening = 'POST /api/share/abc'

/** Each answer once, in order. */
function answering(...states: readonly object[]) {
  const rest = [...states]
  return Object.defineProperty({}, opening, { get: () => rest.shift(), enumerable: true }) as Record<string, unknown>
}
const askFor = async (person: ReturnType<typeof show>['person']) => {
  await person.type(screen.getByRole('textbox', { name: 'Your e-mail' }), 'tess@albright.example')
  await person.click(screen.getByRole('button', { name: 'Send me a code' }))
}

test('the address is asked first, then the code, whose spaces do not matter', async () => {
  const { person, sent, queries } = show(
    <ShareCodeForm token="abc" />,
    answering({ state: 'code' }, { state: 'wrong-code' }, { state: 'used-up' }),
  )
  await askFor(person)
  expect((await screen.findByRole('status')).textContent).toBe(
    'If the link is for tess@albright.example, a code is on its way there. It works for ten minutes.',
  )
  const code = screen.getByRole('textbox', { name: 'Code' })
  expect(code).toBe(document.activeElement)
  await person.type(code, '123 457{Enter}')
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This code is wrong or has expired/)
  await person.clear(code)
  await person.type(code, '123456{Enter}')
  await vi.waitFor(() => expect(queries.getQueryData(doorQuery('abc').queryKey)).toEqual({ state: 'used-up' }))
  expect(sent.map(({ body }) => body)).toEqual([
    { address: 'tess@albright.example' },
    { code: '123457' },
    { code: '123456' },
  ])
})

test('too many attempts say how long to wait, and another address can be given', async () => {
  const { person } = show(<ShareCodeForm token="abc" />, answering({ state: 'code' }, { state: 'wait', seconds: 300 }))
  await askFor(person)
  await person.click(await screen.findByRole('button', { name: 'Send a new code' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Too many attempts. Wait 5 minutes.')
  await person.click(screen.getByRole('button', { name: 'Use another address' }))
  expect(screen.getByRole('textbox', { name: 'Your e-mail' })).toHaveProperty('value', 'tess@albright.example')
})
