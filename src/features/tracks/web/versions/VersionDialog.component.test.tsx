import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '#web/testing/show.rig.tsx'
import { sampleTrack, sampleVersion } from '../../track-sample.ts'
import type { TrackVersion } from '../../tracks.contract.ts'
import VersionDialog from './VersionDialog.tsx'

const route = 'PATCH /api/projects/p/tracks/t/versions/v1'
const changes = [
  { text: 'Fade out over eight bars', taskId: 'a', taskNumber: 1 },
  { text: 'Vocal up', taskId: null, taskNumber: null },
]

function open(change: Partial<TrackVersion> = {}) {
  const onClose = vi.fn<() => void>()
  const shown = show(
    <VersionDialog projectId="p" track={sampleTrack()} version={sampleVersion(change)} onClose={onClose} />,
    { [route]: sampleVersion() },
  )
  const save = async () => {
    await shown.person.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    return shown.sent.find((one) => one.route === route)?.body
  }
  return { ...shown, save }
}

const line = (number: number) => screen.getByRole('textbox', { name: `Line ${number}` })

test('lines are worded anew and keep their task; where nobody writes about the version they are its text', async () => {
  const { person, save } = open({ changes })
  await person.clear(line(1))
  await person.type(line(1), ' Fade out over four bars ')
  expect(await save()).toEqual({
    label: '',
    changelog: expect.stringContaining('Fade out over four bars'),
    changes: [
      { text: 'Fade out over four bars', taskId: 'a' },
      { text: 'Vocal up', taskId: null },
    ],
    basedOn: { label: '', changelog: '' },
  })
})

test('a changelog that somebody else wrote meanwhile is shown, and joined with one’s own', async () => {
  const answers: Record<string, unknown> = {
    [route]: Response.json(
      { code: 'changed', message: 'Changed', current: { label: '', changelog: 'Less bass' } },
      { status: 409 },
    ),
  }
  const onClose = vi.fn<() => void>()
  const { person, sent } = show(
    <VersionDialog projectId="p" track={sampleTrack()} version={sampleVersion({ changes })} onClose={onClose} />,
    answers,
  )
  await person.type(screen.getByRole('textbox', { name: 'What changed' }), 'Wider')
  await person.click(screen.getByRole('button', { name: 'Save' }))
  await person.click(await screen.findByRole('button', { name: 'Join both' }))
  answers[route] = sampleVersion()
  await person.click(screen.getAllByRole('button', { name: 'Save' })[0] ?? document.body)
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent.findLast((one) => one.route === route)?.body).toMatchObject({
    changelog: 'Less bass\nWider',
    changes: [{ taskId: 'a' }, { taskId: null }],
    basedOn: { label: '', changelog: 'Less bass' },
  })
})

test('lines are added and taken away, and those without words are left out', async () => {
  const { person, save } = open({ changes })
  await person.click(screen.getByRole('button', { name: 'Remove line 1' }))
  for (const words of ['Hats down', '  ']) {
    await person.click(screen.getByRole('button', { name: 'Add a line' }))
    await person.type(line(words === '  ' ? 3 : 2), words)
  }
  expect(await save()).toMatchObject({
    changes: [
      { text: 'Vocal up', taskId: null },
      { text: 'Hats down', taskId: null },
    ],
  })
})

test('own words stand beside the lines, and a label is saved with them', async () => {
  const { person, save } = open({ changes })
  await person.type(screen.getByRole('textbox', { name: 'What changed' }), 'Wider')
  await person.type(screen.getByRole('textbox', { name: 'Label' }), 'Radio')
  expect(await save()).toMatchObject({ label: 'Radio', changelog: 'Wider' })
})
