import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { meQuery } from '#features/account/web/account.client.ts'
import { sampleProject } from '#features/tracks/track-sample.ts'
import { show } from '#web/testing/show.rig.tsx'
import { NoteField } from './NoteField.tsx'

/** The way of browsers, which the tests' page lacks. */
beforeEach(() => {
  Object.assign(document, {
    execCommand: (_: string, __: boolean, words: string) => {
      const field = document.activeElement
      if (!(field instanceof HTMLTextAreaElement)) return false
      const { selectionStart: from, selectionEnd: to, value } = field
      const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set
      set?.call(field, value.slice(0, from) + words + value.slice(to))
      field.setSelectionRange(from + words.length, from + words.length)
      field.dispatchEvent(new Event('input', { bubbles: true }))
      return true
    },
  })
})

function Field({ onSend }: { readonly onSend: () => void }) {
  const [value, setValue] = useState('')
  return (
    <NoteField
      label="New note"
      placeholder=""
      value={value}
      members={sampleProject().members}
      onChange={setValue}
      onSend={onSend}
      onLeave={() => undefined}
    />
  )
}

function open() {
  const onSend = vi.fn<() => void>()
  const shown = show(<Field onSend={onSend} />)
  shown.queries.setQueryData(meQuery.queryKey, sampleProject().members[0]?.person as never)
  return { ...shown, onSend, field: screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'New note' }) }
}

test('everybody but oneself is offered', async () => {
  const { person, field } = open()
  await person.type(field, '@')
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Jo Okafor'),
  ])
})

test('a name that was picked has one space after it, typed or not', async () => {
  const { person, field } = open()
  await person.type(field, '@jo{Enter}')
  expect(field.value).toBe('@Jo Okafor ')
  const isTyped = () => fireEvent.keyDown(field, { key: ' ' })
  expect([isTyped(), isTyped()]).toEqual([false, true])
})

test('in the middle of words the space there is enough', async () => {
  const { person, field } = open()
  await person.type(field, 'Ask  first')
  field.setSelectionRange(4, 4)
  await person.type(field, '@jo{Enter}', { initialSelectionStart: 4, initialSelectionEnd: 4 })
  expect(field.value).toBe('Ask @Jo Okafor first')
})
