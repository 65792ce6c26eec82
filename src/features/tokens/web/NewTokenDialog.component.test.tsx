import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '#web/testing/show.rig.tsx'
import NewTokenDialog from './NewTokenDialog.tsx'

const route = 'POST /api/users/me/tokens'
const projects = {
  items: [
    { id: 'p', name: 'Low Tide' },
    { id: 'q', name: 'Night Bus' },
  ],
  nextCursor: null,
}

function open() {
  const onClose = vi.fn<() => void>()
  const shown = show(<NewTokenDialog onClose={onClose} />, {
    [route]: { token: 'rmx_1234', item: {} },
    'GET /api/projects': projects,
  })
  const make = () => shown.person.click(screen.getByRole('button', { name: 'Create token' }))
  const made = () => shown.sent.filter((one) => one.route === route).map(({ body }) => body)
  return { ...shown, onClose, make, made }
}

const name = () => screen.getByRole('textbox', { name: 'Name' })
const box = (label: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name: label })

test('it may read and upload unless told otherwise, and nothing is made without a name', async () => {
  const { make, made } = open()
  expect([/^Read/, /^Upload/, /^Notes/, /^Tasks/, /^Manage/].map((one) => box(one).checked)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  await make()
  expect(screen.getByText('Give it a name.')).toBeDefined()
  expect(made()).toEqual([])
})

test('a token that may do nothing is not made', async () => {
  const { person, make, made } = open()
  await person.type(name(), 'Studio Mac')
  await person.click(box(/^Read/))
  await person.click(box(/^Upload/))
  await make()
  expect(screen.getByRole('alert').textContent).toBe('Choose at least one thing it can do.')
  await person.click(box(/^Tasks/))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(made()).toEqual([])
})

test('for some projects at least one is chosen, and it is for these alone', async () => {
  const { person, make, made } = open()
  await person.type(name(), ' Studio Mac ')
  await person.click(screen.getByRole('radio', { name: 'Some projects' }))
  await make()
  expect(screen.getByRole('alert').textContent).toBe('Choose at least one project.')
  await person.click(await screen.findByRole('checkbox', { name: 'Night Bus' }))
  await person.selectOptions(screen.getByLabelText('Expires'), 'Never')
  await make()
  await waitFor(() =>
    expect(made()).toEqual([{ name: 'Studio Mac', scopes: ['read', 'upload'], projectIds: ['q'], expiresAt: null }]),
  )
})

test('once it is made it is shown this once, and there is nothing more to fill in', async () => {
  const { person, make, onClose } = open()
  await person.type(name(), 'Studio Mac')
  await make()
  expect(await screen.findByDisplayValue('rmx_1234')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Create token' })).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Done' }))
  expect(onClose).toHaveBeenCalledOnce()
})
