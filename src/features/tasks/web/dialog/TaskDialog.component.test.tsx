import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { sampleProject } from '#features/tracks/track-sample.ts'
import type { Role } from '#shared/roles.ts'
import { show } from '#web/testing/show.rig.tsx'
import type { Task } from '../../tasks.contract.ts'
import TaskDialog from './TaskDialog.tsx'

const artwork: Task = {
  id: 'a',
  projectId: 'p',
  number: 2,
  title: 'Artwork for the single',
  description: '',
  state: 'todo',
  priority: 'normal',
  assigneeId: null,
  dueOn: null,
  trackId: null,
  fromSeconds: null,
  toSeconds: null,
  noteId: null,
  position: 1,
  createdBy: 'ines',
  createdAt: 0,
  updatedAt: 0,
  note: null,
  checklist: { done: 0, count: 0 },
}

function open(role: Role, task?: Task) {
  const onTouch = vi.fn<() => void>()
  const shown = show(
    <TaskDialog
      project={sampleProject({ role })}
      sounds={new Map()}
      onTouch={onTouch}
      onClose={() => undefined}
      {...(task && { task })}
    />,
    { 'GET /api/projects/p/tasks/a/items': { items: [], nextCursor: null } },
  )
  return { ...shown, onTouch }
}

const field = (name: string) => screen.getByRole('textbox', { name })
const add = () => screen.getByRole('button', { name: 'Add task' })

test('whoever only listens reads a task, and has nothing to change or to save', async () => {
  open('listener', artwork)
  expect(await screen.findByRole('heading', { name: 'Artwork for the single' })).toBeDefined()
  for (const role of ['textbox', 'combobox'] as const) expect(screen.queryAllByRole(role)).toEqual([])
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('whoever may edit has it open to change, under its number', async () => {
  open('commenter', artwork)
  expect(screen.getByRole('dialog', { name: 'LT-2' })).toBeDefined()
  expect(field('Title')).toHaveProperty('value', 'Artwork for the single')
  expect(screen.getByRole('button', { name: 'Save' })).toBeDefined()
  expect(await screen.findByRole('textbox', { name: 'Next step' })).toBeDefined()
})

test('a task needs words, which is said once one has tried to add it', async () => {
  const { person } = open('owner')
  expect(screen.queryByText('Enter what needs doing')).toBeNull()
  await person.click(add())
  expect(screen.getByText('Enter what needs doing')).toBeDefined()
})

test('times belong to a track, and are judged while they are typed', async () => {
  const { person, onTouch } = open('owner')
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
  expect(onTouch).toHaveBeenCalled()
})

test('it is given to a member, and to nobody unless one is chosen', () => {
  open('owner')
  const people = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Assigned to' })
  expect([...people.options].map(({ text }) => text)).toEqual(['No one', 'Ines Duarte', 'Jo Okafor'])
  expect(people.value).toBe('')
})
