import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '#web/testing/show.rig.tsx'
import GuestNameDialog from './GuestNameDialog.tsx'

const route = 'PUT /api/projects/s/guest'

function open({ suggested = null, isKept = true }: { suggested?: string | null; isKept?: boolean } = {}) {
  const onNamed = vi.fn<(name: string) => void>()
  const shown = show(
    <GuestNameDialog address="s" onClose={() => undefined} {...{ suggested, onNamed }} />,
    isKept ? { [route]: {} } : {},
  )
  return { ...shown, onNamed, button: screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' }) }
}

const field = () => screen.getByRole('textbox', { name: 'Your name' })

test('nobody goes on without a name, and blanks are none', async () => {
  const { person, button, sent } = open()
  expect(button.disabled).toBe(true)
  await person.type(field(), '   {Enter}')
  expect(button.disabled).toBe(true)
  expect(sent).toEqual([])
})

test('Enter goes on with the name, without blanks around it', async () => {
  const { person, onNamed, sent } = open()
  await person.type(field(), ' Tess Albright {Enter}')
  await waitFor(() => expect(onNamed).toHaveBeenCalledWith('Tess Albright'))
  expect(sent).toEqual([{ route, body: { name: 'Tess Albright' } }])
})

test('whoever the link was sent to finds their name there', async () => {
  const { person, button, onNamed } = open({ suggested: 'Tess' })
  expect(field()).toHaveProperty('value', 'Tess')
  await person.click(button)
  await waitFor(() => expect(onNamed).toHaveBeenCalledWith('Tess'))
})

test('a name that cannot be kept stays in the field, with the reason', async () => {
  const { person, onNamed } = open({ isKept: false })
  await person.type(field(), 'Tess{Enter}')
  expect(await screen.findByText(/^Your name was not saved\./)).toBeDefined()
  expect(field()).toHaveProperty('value', 'Tess')
  expect(onNamed).not.toHaveBeenCalled()
})
