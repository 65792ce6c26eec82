import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { DEFAULT_TARGETS } from '#audio/delivery-targets.ts'
import type { Project } from '#features/projects/projects.contract.ts'
import { shownToasts } from '#web/ui/overlay/toast-store.ts'
import { show } from '#web/testing/show.rig.tsx'
import { TargetsForm } from './TargetsForm.tsx'

const project: Project = {
  id: 'p1',
  name: 'Low Tide',
  description: '',
  taskPrefix: 'LT',
  createdAt: 0,
  updatedAt: 0,
  archivedAt: null,
  deletedAt: null,
  organizationId: null,
  teamId: null,
  organizationRole: null,
  organizationMayDownload: true,
  targets: { ...DEFAULT_TARGETS },
  targetsFrom: 'default',
  organizationTargets: null,
  cover: null,
  role: 'editor',
  mayDownload: true,
}
const box = (name: string) => screen.getByRole<HTMLInputElement>('spinbutton', { name })

test('an editor sets a loudness and a format, and clears the true peak', async () => {
  const { person, sent } = show(<TargetsForm project={project} mayEdit />, {
    'PATCH /api/projects/p1': project,
  })
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save targets' })
  expect(save.disabled).toBe(true)
  expect(box('Maximum true peak').value).toBe('-1')
  await person.type(box('Integrated loudness'), '-14')
  await person.clear(box('Maximum true peak'))
  await person.selectOptions(screen.getByRole('combobox', { name: 'Bit depth' }), '24-bit')
  await person.click(save)
  expect(sent.at(-1)).toMatchObject({
    body: { targets: { ...DEFAULT_TARGETS, loudness: -14, truePeak: null, bitDepth: 24 } },
  })
})

test('a listener reads them and cannot change them', () => {
  show(<TargetsForm project={project} mayEdit={false} />, {})
  expect(box('Maximum true peak').readOnly).toBe(true)
  expect(screen.queryByRole('button', { name: 'Save targets' })).toBeNull()
})

test('what somebody else set meanwhile stays, and a value that no list has is shown', async () => {
  const { person, sent, rerender } = show(<TargetsForm project={project} mayEdit />, {
    'PATCH /api/projects/p1': project,
  })
  await person.type(box('Integrated loudness'), '-14')
  const theirs = { ...DEFAULT_TARGETS, headSeconds: 2, bitDepth: 20 }
  rerender(<TargetsForm project={{ ...project, targets: theirs }} mayEdit />)
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Bit depth' }).value).toBe('20')
  await person.click(screen.getByRole('button', { name: 'Save targets' }))
  expect(sent.at(-1)).toMatchObject({ body: { targets: { ...theirs, loudness: -14 } } })
})

const theirs = { ...DEFAULT_TARGETS, loudness: -14 }
const inherited: Project = {
  ...project,
  organizationId: 'label',
  targets: theirs,
  targetsFrom: 'organization',
  organizationTargets: { organization: 'Night Label', targets: theirs },
}

test('says that they are the organization’s, which an editor replaces by own ones', async () => {
  const { person, sent } = show(<TargetsForm project={inherited} mayEdit />, { 'PATCH /api/projects/p1': project })
  screen.getByText('From Night Label')
  expect(box('Integrated loudness').readOnly).toBe(true)
  expect(screen.queryByRole('button', { name: 'Save targets' })).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Use its own' }))
  screen.getByText('This project’s own')
  await person.clear(box('Integrated loudness'))
  await person.type(box('Integrated loudness'), '-9')
  await person.click(screen.getByRole('button', { name: 'Save targets' }))
  expect(sent.at(-1)).toMatchObject({ body: { targets: { ...theirs, loudness: -9 } } })
})

test('own ones can be given up for the organization’s, with an undo', async () => {
  const own: Project = { ...inherited, targets: DEFAULT_TARGETS, targetsFrom: 'project' }
  const { person, sent } = show(<TargetsForm project={own} mayEdit />, { 'PATCH /api/projects/p1': inherited })
  screen.getByText('This project’s own')
  await person.click(screen.getByRole('button', { name: 'Use those of Night Label' }))
  await vi.waitFor(() => expect(shownToasts().at(-1)?.text).toBe('Low Tide follows the targets of Night Label'))
  expect(sent.at(-1)?.body).toEqual({ targets: null })
  shownToasts().at(-1)?.undo?.()
  await vi.waitFor(() => expect(sent.at(-1)?.body).toEqual({ targets: DEFAULT_TARGETS }))
})

test('a listener sees whose they are', () => {
  show(<TargetsForm project={inherited} mayEdit={false} />, {})
  screen.getByText('From Night Label')
  expect(screen.queryAllByRole('button')).toEqual([])
})
