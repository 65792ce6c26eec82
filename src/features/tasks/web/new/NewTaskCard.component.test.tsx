import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { sampleProject, sampleTrack } from '#features/tracks/track-sample.ts'
import { forgetOutbox, openOutbox } from '#web/outbox/outbox-store.ts'
import { Outbox } from '#web/outbox/outbox.ts'
import type { Outgoing } from '#web/outbox/outgoing.ts'
import { show } from '#web/testing/show.rig.tsx'
import { NewTaskCard } from './NewTaskCard.tsx'
import type { TaskDraft } from './new-task.ts'
import { keepTaskDraft, reopenedDraft } from './task-draft-store.ts'

let kept: Outgoing[] = []

beforeEach(async () => {
  await forgetOutbox()
  keepTaskDraft({ project: sampleProject() }, undefined)
  kept = []
  openOutbox(
    'ines',
    {},
    () =>
      new Outbox({
        store: { read: async () => [], change: async (work) => (kept = [...work(kept)]) },
        readAgain: async () => undefined,
        unauthorized: () => undefined,
        // Nothing is sent: what was added waits in `kept`.
        alone: () => Promise.resolve(),
      }),
  )
})

function open(draft: TaskDraft = { state: 'doing' }, isReopened = false) {
  const told = { onOpen: vi.fn<(taskId: string) => void>(), onClose: vi.fn<() => void>() }
  return { ...show(<NewTaskCard project={sampleProject()} {...{ draft, isReopened }} {...told} />), ...told }
}

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Title' })
const sent = () => kept.map(({ body }) => body)

test('Enter adds a task to its column, and the next can be typed at once', async () => {
  const { person } = open()
  await person.keyboard('Kick 1 dB lower{Enter}Snare ring{Enter}')
  expect(sent()).toEqual([
    { state: 'doing', title: 'Kick 1 dB lower' },
    { state: 'doing', title: 'Snare ring' },
  ])
  expect(document.activeElement).toBe(field())
  expect(field().value).toBe('')
})

test('Escape closes it and keeps what was typed; Discard does not', async () => {
  const { person, onClose, unmount } = open()
  await person.keyboard('Half a thought{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
  expect(sent()).toEqual([])
  expect(reopenedDraft({ project: sampleProject() })).toBeNull()
  unmount()
  const again = open()
  expect(field().value).toBe('Half a thought')
  expect(field().selectionStart).toBe('Half a thought'.length)
  await again.person.click(screen.getByRole('button', { name: 'Discard' }))
  expect(again.onClose).toHaveBeenCalledOnce()
  again.unmount()
  open()
  expect(field().value).toBe('')
})

test('a task needs words', async () => {
  const { person } = open()
  await person.keyboard('  {Enter}')
  expect(screen.getByText('Enter what needs doing')).toBeDefined()
  expect(sent()).toEqual([])
  await person.keyboard('{Escape}')
})

test('Ctrl+Enter adds it and opens its panel for the rest', async () => {
  const { person, onOpen } = open({ trackId: 'glasshouse', fromSeconds: 31.2, toSeconds: 35.9 })
  expect(screen.getByText(/0:31\.2/)).toBeDefined()
  await person.keyboard('Hiss{Control>}{Enter}{/Control}')
  await vi.waitFor(() => expect(onOpen).toHaveBeenCalledWith(kept[0]?.makes))
  expect(sent()).toEqual([{ trackId: 'glasshouse', fromSeconds: 31.2, toSeconds: 35.9, title: 'Hiss' }])
})

test('a list that was left opens it again with its words, column and range, without taking the focus', async () => {
  const draft = { trackId: 'glasshouse', fromSeconds: 31.2, toSeconds: 35.9 }
  const { person, unmount } = open(draft)
  await person.keyboard('Half a thought')
  unmount()
  expect(reopenedDraft({ project: sampleProject({ tracks: [sampleTrack({ id: 'glasshouse' })] }) })).toEqual(draft)
  expect(reopenedDraft({ project: { id: 'another', tracks: [] } })).toBeNull()
  open(draft, true)
  expect(field().value).toBe('Half a thought')
  expect(document.activeElement).not.toBe(field())
})

test('a draft of a track that is gone is of the whole project', async () => {
  const { person, unmount } = open({ state: 'todo', trackId: 'deleted', fromSeconds: 1 })
  await person.keyboard('Half a thought')
  unmount()
  expect(reopenedDraft({ project: sampleProject() })).toEqual({ state: 'todo' })
})
