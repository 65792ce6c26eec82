import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '#web/testing/show.rig.tsx'
import { OffsetField } from './OffsetField.tsx'

function open({ offset = 0, found }: { readonly offset?: number; readonly found?: number } = {}) {
  const onOffset = vi.fn<(offset: number | undefined) => void>()
  const shown = show(<OffsetField letter="B" {...{ offset, found, onOffset }} />)
  return {
    ...shown,
    field: screen.getByRole('textbox', { name: 'Offset of B in samples' }),
    calls: onOffset.mock.calls,
  }
}

test('moves by one sample with its buttons and arrows, and by a hundred with Shift', async () => {
  const { person, field, calls } = open({ offset: 5, found: 5 })
  await person.click(screen.getByRole('button', { name: 'One sample more' }))
  await person.click(screen.getByRole('button', { name: 'One sample less' }))
  await person.click(field)
  await person.keyboard('{ArrowUp}{ArrowDown}{Shift>}{ArrowUp}{ArrowDown}{/Shift}')
  expect(calls).toEqual([[6], [4], [6], [4], [105], [-95]])
})

test('what is typed counts with Enter or on leaving, with either minus', async () => {
  const { person, field, calls } = open()
  await person.click(field)
  await person.keyboard('−333{Enter}')
  await person.clear(field)
  await person.type(field, '-12')
  await person.tab()
  expect(calls).toEqual([[-333], [-12]])
})

test.each(['', '  ', 'later', '0', '9007199254740993'])('“%s” changes nothing', async (typed) => {
  const { person, field, calls } = open()
  await person.clear(field)
  await person.click(field)
  await person.paste(typed)
  await person.keyboard('{Enter}')
  expect(calls).toEqual([])
  expect(field).toHaveProperty('value', '0')
})

test('Escape takes back what was typed', async () => {
  const { person, field, calls } = open()
  await person.type(field, '12{Escape}')
  expect(field).toHaveProperty('value', '0')
  expect(calls).toEqual([])
})

test('a way back to what the server found is there only where it lies elsewhere', async () => {
  const { person, calls, rerender } = open({ offset: 5, found: 2 })
  await person.click(screen.getByRole('button', { name: 'Back to +2 samples' }))
  expect(calls).toEqual([[undefined]])
  rerender(<OffsetField letter="B" offset={2} found={2} onOffset={() => undefined} />)
  expect(screen.queryByRole('button', { name: /^Back to/ })).toBeNull()
})
