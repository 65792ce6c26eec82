import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { sampleProject } from '#features/tracks/track-sample.ts'
import type { Role } from '#shared/roles.ts'
import { forgetOutbox, openOutbox } from '#web/outbox/outbox-store.ts'
import { Outbox } from '#web/outbox/outbox.ts'
import type { Outgoing } from '#web/outbox/outgoing.ts'
import { show } from '#web/testing/show.rig.tsx'
import type { Task } from '../../tasks.contract.ts'
import TaskPanel from './TaskPanel.tsx'

const artwork: Task = {
  id: 'a',
  projectId: 'p',
  number: 2,
  title: 'Artwork for the single',
  description: '',
  state: 'todo',
  priority: 'normal',
  assigneeId: null,
  dueOn: '2026-12-04',
  trackId: null,
  fromSeconds: null,
  toSeconds: null,
  noteId: null,
  part: null,
  position: 1,
  createdBy: 'ines',
  createdAt: 0,
  updatedAt: 0,
  note: null,
  checklist: { done: 0, count: 0 },
}

let kept: Outgoing[] = []
/** Reads `kept` again. */
let reopen: (() => Promise<void>) | undefined

beforeEach(async () => {
  await forgetOutbox()
  kept = []
  openOutbox('ines', {}, () => {
    const outbox = new Outbox({
      store: { read: async () => kept, change: async (work) => (kept = [...work(kept)]) },
      readAgain: async () => undefined,
      unauthorized: () => undefined,
      // Nothing is sent: what a change is made of waits in `kept`.
      alone: () => Promise.resolve(),
    })
    reopen = () => outbox.open()
    return outbox
  })
})

function open(role: Role = 'commenter', change: Partial<Task> = {}) {
  const onClose = vi.fn<() => void>()
  const shown = show(
    <TaskPanel
      project={sampleProject({ role })}
      task={{ ...artwork, ...change }}
      sounds={new Map()}
      actions={{ remove: () => undefined }}
      onClose={onClose}
    />,
    {
      'GET /api/projects/p/tasks/a/items': { items: [], nextCursor: null },
      'GET /api/projects/p/tasks/a/history': { items: [], nextCursor: null },
    },
  )
  return { ...shown, onClose }
}

const title = () => screen.getByRole('button', { name: 'Title: Artwork for the single' })
const sent = () => kept.map(({ body }) => body)

test('people who only listen read a task, and have nothing to change', () => {
  open('listener', { description: 'Square, 3000 px' })
  expect(screen.getByText('Artwork for the single')).toBeDefined()
  expect(screen.getByText('Square, 3000 px')).toBeDefined()
  for (const role of ['textbox', 'combobox'] as const) expect(screen.queryAllByRole(role)).toEqual([])
  expect(screen.queryByRole('button', { name: /^(Title|Description|Person|Due|Menu)/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Doing' })).toHaveProperty('disabled', true)
})

test('the focus is on the title, which is text until it is pressed', async () => {
  const { person } = open()
  expect(document.activeElement).toBe(title())
  expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull()
  await person.keyboard('{Enter} (again){Enter}')
  expect(sent()).toEqual([{ title: 'Artwork for the single (again)', basedOn: { title: 'Artwork for the single' } }])
})

test('Escape in a field leaves it as it was, and only then closes', async () => {
  const { person, onClose } = open()
  await person.keyboard('{Enter}nonsense{Escape}')
  expect(onClose).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(title())
  await person.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
  expect(sent()).toEqual([])
})

test('a task needs words', async () => {
  const { person } = open()
  await person.click(title())
  await person.clear(screen.getByRole('textbox', { name: 'Title' }))
  await person.keyboard('{Enter}')
  expect(screen.getByText('Enter what needs doing')).toBeDefined()
  expect(sent()).toEqual([])
})

test('leaving a field saves it, also when the panel goes away', async () => {
  const { person, unmount } = open()
  await person.click(screen.getByRole('button', { name: 'Add a description' }))
  await person.keyboard('Square')
  unmount()
  await vi.waitFor(() => expect(sent()).toEqual([{ description: 'Square', basedOn: { description: '' } }]))
})

test('each change is saved by itself, and Ctrl+Z takes it back', async () => {
  const { person } = open()
  await person.click(screen.getByRole('button', { name: 'Doing' }))
  await person.click(screen.getByRole('button', { name: 'Remove due date' }))
  expect(sent()).toEqual([
    { state: 'doing', basedOn: {} },
    { dueOn: null, basedOn: {} },
  ])
  await person.keyboard('{Control>}z{/Control}')
  await person.click(screen.getByRole('button', { name: 'Undo' }))
  expect(sent().slice(2)).toEqual([
    { dueOn: '2026-12-04', basedOn: {} },
    { state: 'todo', basedOn: {} },
  ])
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('words that somebody else changed meanwhile are not overwritten unseen', async () => {
  const { person, rerender } = open()
  await person.keyboard('{Enter} again')
  rerender(
    <TaskPanel
      project={sampleProject({ role: 'commenter' })}
      task={{ ...artwork, title: 'Artwork for the album' }}
      sounds={new Map()}
      actions={{ remove: () => undefined }}
      onClose={() => undefined}
    />,
  )
  await person.keyboard('{Enter}')
  expect(sent()).toEqual([{ title: 'Artwork for the single again', basedOn: { title: 'Artwork for the single' } }])
})

test('a state that it has already is no change', async () => {
  const { person } = open()
  await person.click(screen.getByRole('button', { name: 'To do' }))
  expect(sent()).toEqual([])
})

test('of two descriptions the second is told, and both are in the panel to choose from or join', async () => {
  const { person } = open()
  await person.click(screen.getByRole('button', { name: 'Add a description' }))
  await person.keyboard('Square, 3000 px{Control>}{Enter}{/Control}')
  await vi.waitFor(() => expect(kept).toHaveLength(1))
  expect(kept[0]?.body).toEqual({ description: 'Square, 3000 px', basedOn: { description: '' } })
  await refuse({ title: 'Artwork for the single', description: 'Ask Kim for the photo', part: '' })
  expect(await screen.findByText(/Someone else changed this/)).toBeDefined()
  expect(screen.getByText('Ask Kim for the photo')).toBeDefined()
  expect(screen.getByText('Square, 3000 px')).toBeDefined()
  await person.click(screen.getByRole('button', { name: 'Join both' }))
  const both = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' })
  expect(both.value).toBe('Ask Kim for the photo\nSquare, 3000 px')
  await person.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() =>
    expect(kept).toMatchObject([
      {
        body: {
          description: 'Ask Kim for the photo\nSquare, 3000 px',
          basedOn: { description: 'Ask Kim for the photo' },
        },
      },
    ]),
  )
  expect(screen.queryByText(/Someone else changed this/)).toBeNull()
})

test('words of a description outlast a reload in the middle of them, and are based on what was seen', async () => {
  localStorage.setItem(
    'roughmix.note-draft..task-description.a',
    JSON.stringify({ seen: 'Square', typed: 'Square, 3' }),
  )
  const { person } = open('commenter', { description: 'Round' })
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' })
  expect(field.value).toBe('Square, 3')
  await person.type(field, '000 px{Control>}{Enter}{/Control}')
  await vi.waitFor(() =>
    expect(kept.map(({ body }) => body)).toEqual([
      { description: 'Square, 3000 px', basedOn: { description: 'Square' } },
    ]),
  )
  expect(Object.keys(localStorage)).toEqual([])
})

test('theirs is kept with one press', async () => {
  const { person } = open()
  await person.click(screen.getByRole('button', { name: 'Add a description' }))
  await person.keyboard('Square{Control>}{Enter}{/Control}')
  await vi.waitFor(() => expect(kept).toHaveLength(1))
  await refuse({ description: 'Ask Kim' })
  await person.click(await screen.findByRole('button', { name: 'Keep theirs' }))
  await vi.waitFor(() => expect(kept).toEqual([]))
})

/** As the outbox does it once the server has refused what waits. */
async function refuse(current: Readonly<Record<string, string>>): Promise<void> {
  kept = kept.map((one) => ({ ...one, refused: { status: 409, code: 'changed', message: '', current } }))
  await reopen?.()
}
