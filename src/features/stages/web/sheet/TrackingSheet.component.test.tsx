import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import type { Role } from '#shared/roles.ts'
import { show } from '#web/testing/show.rig.tsx'
import type { StageCell } from '../../stages.contract.ts'
import TrackingSheet from './TrackingSheet.tsx'

beforeEach(() => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  Element.prototype.scrollIntoView = () => undefined
})

const track = (id: string, title: string) => ({ id, title, archivedAt: null, currentVersionId: null })
const project = (role: Role) =>
  ({
    id: 'p',
    name: 'Low Tide',
    role,
    members: [],
    trackVersions: [],
    tracks: [track('kiln', 'Kiln'), track('salt', 'Salt')],
  }) as unknown as ProjectDetails

const vocals: StageCell = {
  stageId: 'vocals',
  trackId: 'kiln',
  state: 'in-work',
  assigneeId: 'cora',
  dueOn: '2020-01-01',
  note: '',
}
const drums: StageCell = { ...vocals, stageId: 'drums', trackId: 'salt', state: 'done', assigneeId: null, dueOn: null }
/** What was changed is in the sheet from then on. */
const serve = () => {
  const cells = [vocals]
  return {
    'GET /api/projects/p/stages': {
      stages: [
        { id: 'drums', name: 'Drums' },
        { id: 'vocals', name: 'Vocals' },
      ],
      cells,
    },
    'GET /api/projects/p/people': {
      items: [{ person: { id: 'cora', name: 'Cora Lind' } }, { person: { id: 'ed', name: 'Ed Moss' } }],
      nextCursor: null,
    },
    'PATCH /api/projects/p/stages/vocals/tracks/kiln': vocals,
    get 'PATCH /api/projects/p/stages/drums/tracks/salt'() {
      cells.push(drums)
      return drums
    },
  }
}

async function open(role: Role = 'editor') {
  const shown = show(<TrackingSheet project={project(role)} switcher={null} />, serve())
  await screen.findByRole('grid')
  const changes = () => shown.sent.filter(({ route }) => !route.startsWith('GET'))
  return { ...shown, changes }
}
const cell = (row: number, column: number) => screen.getAllByRole('row')[row + 1]?.children[column + 1] as HTMLElement

test('one place takes the focus, and the arrows move it', async () => {
  const { person } = await open()
  // Past “Add stage” and the menu.
  for (let stop = 0; stop < 3; stop += 1) await person.tab()
  expect(document.activeElement).toBe(cell(0, 0))
  await person.keyboard('{ArrowDown}{ArrowRight}')
  expect(document.activeElement).toBe(cell(1, 1))
  await person.keyboard('{Control>}{Home}{/Control}')
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Kiln' }))
  await person.keyboard('{ArrowRight}{ArrowUp}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Drums/ }))
  expect(document.querySelectorAll('[data-at][tabindex="0"]')).toHaveLength(1)
})

test('a digit says how far a cell is', async () => {
  const { person, changes } = await open()
  cell(1, 0).focus()
  await person.keyboard('3')
  expect(await within(cell(1, 0)).findByText('Done')).toBeDefined()
  await waitFor(() =>
    expect(changes()).toEqual([{ route: 'PATCH /api/projects/p/stages/drums/tracks/salt', body: { state: 'done' } }]),
  )
})

test('late work says so, in its cell and in the sums', async () => {
  await open()
  expect(within(cell(0, 1)).getByText(/^Late: 1 Jan 2020|^Late: Jan 1, 2020/)).toBeDefined()
  expect(screen.getByRole('columnheader', { name: /Vocals.*0 of 2.*1 late/ })).toBeDefined()
})

test('Enter opens a cell, and each change is sent alone', async () => {
  const { person, changes } = await open()
  cell(0, 1).focus()
  await person.keyboard('{Enter}')
  const editor = await screen.findByRole('dialog', { name: 'Kiln: Vocals' })
  await person.selectOptions(await within(editor).findByLabelText('Who'), 'Ed Moss')
  await person.type(within(editor).getByLabelText('Note'), ' second chorus {Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() =>
    expect(changes().map(({ body }) => body)).toEqual([
      { assigneeId: 'ed' },
      { note: 'second chorus', basedOn: { note: '' } },
    ]),
  )
})

test('Delete clears a cell, once', async () => {
  const { person, changes } = await open()
  cell(0, 1).focus()
  await person.keyboard('{Delete}')
  cell(1, 1).focus()
  await person.keyboard('{Delete}')
  await waitFor(() =>
    expect(changes().map(({ body }) => body)).toEqual([
      { state: 'not-started', assigneeId: null, dueOn: null, note: '' },
    ]),
  )
})

test('readers see everything and change nothing', async () => {
  const { person, changes } = await open('commenter')
  expect(screen.queryByRole('button', { name: 'Add stage' })).toBeNull()
  cell(0, 1).focus()
  await person.keyboard('3{Delete}{Enter}')
  const editor = await screen.findByRole('dialog', { name: 'Kiln: Vocals' })
  expect(within(editor).getByText('Cora Lind')).toBeDefined()
  expect(within(editor).queryByRole('radio')).toBeNull()
  expect(changes()).toEqual([])
})
