import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sampleProject } from '#features/tracks/track-sample.ts'
import { show } from '#web/testing/show.rig.tsx'
import TaskDialog from './TaskDialog.tsx'

function open() {
  return show(<TaskDialog project={sampleProject()} onClose={() => undefined} />)
}

const field = (name: string) => screen.getByRole('textbox', { name })
const add = () => screen.getByRole('button', { name: 'Add task' })

test('a task needs words, which is said once one has tried to add it', async () => {
  const { person } = open()
  expect(screen.queryByText('Enter what needs doing')).toBeNull()
  await person.click(add())
  expect(screen.getByText('Enter what needs doing')).toBeDefined()
})

test('times belong to a track, and are judged while they are typed', async () => {
  const { person } = open()
  expect(screen.queryByRole('textbox', { name: 'From' })).toBeNull()
  await person.selectOptions(screen.getByLabelText('Track'), 'Glasshouse')
  await person.type(field('From'), 'late')
  expect(screen.getByText('Write a time like 1:11.2')).toBeDefined()
  await person.clear(field('From'))
  await person.type(field('From'), '0:05')
  await person.type(field('To'), '0:02')
  expect(screen.getByText('The end is before the start')).toBeDefined()
  await person.clear(field('From'))
  await person.type(field('Title'), 'Hiss')
  await person.click(add())
  expect(screen.getByText('A range needs a start')).toBeDefined()
})

test('it is given to a member, and to nobody unless one is chosen', () => {
  open()
  const people = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Assigned to' })
  expect([...people.options].map(({ text }) => text)).toEqual(['No one', 'Ines Duarte', 'Jo Okafor'])
  expect(people.value).toBe('')
})
