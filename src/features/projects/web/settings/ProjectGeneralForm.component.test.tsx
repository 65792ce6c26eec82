import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DEFAULT_TARGETS } from '#audio/delivery-targets.ts'
import type { Project } from '#features/projects/projects.contract.ts'
import { show } from '#web/testing/show.rig.tsx'
import { ProjectGeneralForm } from './ProjectGeneralForm.tsx'

const project: Project = {
  id: 'p1',
  name: 'Low Tide',
  description: 'Six songs',
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
const changed = (current: object) => Response.json({ code: 'changed', message: 'Changed', current }, { status: 409 })
const description = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' })

/** The description is edited here, while somebody else has saved another. */
async function meet(current: object) {
  const answers: Record<string, unknown> = { 'PATCH /api/projects/p1': changed(current) }
  const shown = show(<ProjectGeneralForm project={project} mayEdit />, answers)
  await shown.person.type(description(), ', one live')
  await shown.person.click(screen.getByRole('button', { name: 'Save' }))
  return { ...shown, accept: () => (answers['PATCH /api/projects/p1'] = project) }
}

test('only what was changed is sent, with what its writer saw', async () => {
  const { person, sent } = show(<ProjectGeneralForm project={project} mayEdit />, { 'PATCH /api/projects/p1': project })
  await person.type(description(), '!')
  await person.click(screen.getByRole('button', { name: 'Save' }))
  expect(sent[0]?.body).toEqual({ description: 'Six songs!', basedOn: { description: 'Six songs' } })
})

test('the second of two writers is told, and can use their own text', async () => {
  const { person, sent, accept } = await meet({ name: 'Low Tide', description: 'Seven songs' })
  expect((await screen.findByRole('alert')).textContent).toContain('Someone else changed this')
  expect(screen.getByText('Seven songs')).toBeDefined()
  accept()
  await person.click(screen.getByRole('button', { name: 'Use mine' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(sent.findLast(({ route }) => route.startsWith('PATCH'))?.body).toEqual({
    description: 'Six songs, one live',
    basedOn: { description: 'Seven songs' },
  })
})

test('or leave the other', async () => {
  const { person, sent } = await meet({ name: 'Low Tide', description: 'Seven songs' })
  await person.click(await screen.findByRole('button', { name: 'Keep theirs' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(sent.filter(({ route }) => route.startsWith('PATCH'))).toHaveLength(1)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
})
