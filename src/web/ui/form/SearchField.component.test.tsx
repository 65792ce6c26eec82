import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { show } from '#web/testing/show.rig.tsx'
import { SearchField } from './SearchField.tsx'

function Finder({ onEscape }: { readonly onEscape: () => void }) {
  const [value, setValue] = useState('')
  return (
    // Whoever listens around it, as a dialog does.
    <div role="presentation" onKeyDown={({ key }) => key === 'Escape' && onEscape()}>
      <SearchField label="Find a task" value={value} onValueChange={setValue} />
    </div>
  )
}

test('Escape empties it first, and only then goes on to whoever listens', async () => {
  const onEscape = vi.fn<() => void>()
  const { person } = show(<Finder onEscape={onEscape} />)
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Find a task' })
  await person.type(field, 'snare{Escape}')
  expect(field.value).toBe('')
  expect(onEscape).not.toHaveBeenCalled()
  await person.keyboard('{Escape}')
  expect(onEscape).toHaveBeenCalledOnce()
})

test('a button empties it where there is something in it, and the focus stays in the field', async () => {
  const { person } = show(<Finder onEscape={() => undefined} />)
  expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull()
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Find a task' })
  await person.type(field, 'snare')
  await person.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(field.value).toBe('')
  expect(document.activeElement).toBe(field)
})
