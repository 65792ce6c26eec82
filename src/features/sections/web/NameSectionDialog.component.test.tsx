import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '#web/testing/show.rig.tsx'
import NameSectionDialog from './NameSectionDialog.tsx'

const route = 'POST /api/projects/p/tracks/t/notes'

function open(answers: Readonly<Record<string, unknown>> = { [route]: {} }) {
  const [onNamed, onClose] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const shown = show(
    <NameSectionDialog
      projectId="p"
      trackId="t"
      versionId="v1"
      range={{ from: 64, to: 92.5 }}
      onNamed={onNamed}
      onClose={onClose}
    />,
    answers,
  )
  const save = () => shown.person.click(screen.getByRole('button', { name: 'Name it' }))
  return { ...shown, onNamed, onClose, save }
}

test('a usual name is one press, and makes a note on the range that says only the name', async () => {
  const { person, sent, save, onNamed, onClose } = open()
  await person.click(screen.getByRole('button', { name: 'Chorus' }))
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(onNamed).toHaveBeenCalledOnce()
  expect(sent.find((one) => one.route === route)?.body).toEqual({
    versionId: 'v1',
    fromSeconds: 64,
    toSeconds: 92.5,
    body: 'Chorus',
    section: 'Chorus',
  })
})

test('without a name nothing is sent, and what failed is said with the name kept', async () => {
  const { person, sent, save, onClose } = open({})
  await save()
  expect(screen.getByText('A section needs a name')).toBeDefined()
  expect(sent).toEqual([])
  await person.type(screen.getByRole('textbox', { name: 'Name' }), 'Drop')
  await save()
  expect(await screen.findByText(/The section was not named/)).toBeDefined()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Drop')
  expect(onClose).not.toHaveBeenCalled()
})
