import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { sampleProject } from '#features/tracks/track-sample.ts'
import { show } from '#web/testing/show.rig.tsx'
import AssignDialog from './AssignDialog.tsx'

function open(assigneeId?: string | null) {
  const onAssign = vi.fn<(assigneeId: string | null) => void>()
  const onClose = vi.fn<() => void>()
  const { members } = sampleProject()
  return {
    ...show(<AssignDialog title="Assign 2 tasks" {...{ members, assigneeId, onAssign, onClose }} />),
    onAssign,
    onClose,
  }
}

const names = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
const pressed = () => screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)

test('typing narrows the list, and Enter gives it to the first', async () => {
  const { person, onAssign, onClose } = open()
  await person.keyboard('JO')
  expect(names()).toEqual([expect.stringContaining('Jo Okafor')])
  await person.keyboard('{Enter}')
  expect(onAssign.mock.calls).toEqual([['jo']])
  expect(onClose).toHaveBeenCalledOnce()
})

test('Enter without a word gives it to nobody in particular: nothing happens', async () => {
  const { person, onAssign } = open()
  await person.keyboard('{Enter}')
  expect(onAssign).not.toHaveBeenCalled()
})

test('arrows walk from the field into the list and back, and stop at its ends', async () => {
  const { person, onAssign } = open()
  await person.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('No one')
  await person.keyboard('{ArrowUp}{Enter}')
  expect(onAssign.mock.calls).toEqual([['jo']])
  await person.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Find a person' }))
})

test('a name that nobody has is told', async () => {
  const { person, onAssign } = open()
  await person.keyboard('zoe{Enter}')
  expect(screen.getByText('No one found in this project')).toBeDefined()
  expect(onAssign).not.toHaveBeenCalled()
})

test.each([
  ['jo', [expect.stringContaining('Jo Okafor')]],
  [null, ['No one']],
])('whose it is now is marked: %s', (assigneeId, marked) => {
  open(assigneeId)
  expect(pressed()).toEqual(marked)
})

test('where several differ nobody is marked', () => {
  open(undefined)
  expect(screen.queryAllByRole('button', { pressed: true })).toEqual([])
})
