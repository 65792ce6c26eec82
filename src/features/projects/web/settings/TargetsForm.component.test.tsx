import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DEFAULT_TARGETS } from '#audio/delivery-targets.ts'
import type { Project } from '#features/projects/projects.contract.ts'
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
