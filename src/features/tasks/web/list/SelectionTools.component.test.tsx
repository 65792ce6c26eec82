import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '#web/testing/show.rig.tsx'
import type { Task } from '../../tasks.contract.ts'
import { SelectionTools } from './SelectionTools.tsx'
import type { TaskActions } from '../use-task-actions.ts'

const tasks = ['a', 'b', 'c'].map((id) => ({ id }) as Task)

function open(...picked: readonly string[]) {
  const done: unknown[] = []
  const ids = (of: readonly Task[]) => of.map(({ id }) => id)
  const actions = {
    changeAll: (of: readonly Task[], change: object) => void done.push([ids(of), change]),
    removeAll: (of: readonly Task[]) => void done.push([ids(of), 'removed']),
  } as unknown as TaskActions
  const clear = vi.fn<() => void>()
  const selection = { ids: new Set(picked), toggle: () => undefined, clear, withOthers: (task: Task) => [task] }
  const onAssign = (of: readonly Task[]) => void done.push([ids(of), 'assigned'])
  return { ...show(<SelectionTools {...{ tasks, selection, actions, onAssign }} />), done, clear }
}

test('nothing stands there while nothing is picked', () => {
  open()
  expect(screen.queryByRole('toolbar')).toBeNull()
})

test('what is picked is counted and changed together, and nothing else', async () => {
  const { person, done, clear } = open('a', 'c')
  expect(screen.getByRole('toolbar', { name: 'Selected tasks' })).toBeDefined()
  expect(screen.getByText('2 selected')).toBeDefined()
  await person.click(screen.getByRole('button', { name: 'State' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Doing' }))
  await person.click(screen.getByRole('button', { name: 'Priority' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Urgent' }))
  await person.click(screen.getByRole('button', { name: 'Assign' }))
  await person.click(screen.getByRole('button', { name: 'Delete' }))
  expect(done).toEqual([
    [['a', 'c'], { state: 'doing' }],
    [['a', 'c'], { priority: 'urgent' }],
    [['a', 'c'], 'assigned'],
    [['a', 'c'], 'removed'],
  ])
  await person.click(screen.getByRole('button', { name: 'Clear' }))
  expect(clear).toHaveBeenCalledOnce()
})
