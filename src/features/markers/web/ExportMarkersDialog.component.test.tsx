import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { sampleNote } from '#features/notes/note-sample.ts'
import { sampleTrack, sampleVersion } from '#features/tracks/track-sample.ts'
import { show } from '#web/testing/show.rig.tsx'
import { ExportMarkersDialog } from './ExportMarkersDialog.tsx'

const notes = {
  items: [sampleNote('Kick', 2.5), sampleNote('Snare', 5), sampleNote('Hats', 7, { state: 'fixed' })],
  nextCursor: null,
}

function open({ mayDownload = true, version = sampleVersion(), items = notes.items } = {}) {
  const onFile = vi.fn<(request: { readonly path: string }) => void>()
  const track = sampleTrack()
  const shown = show(
    <ExportMarkersDialog projectId="p" onClose={() => undefined} {...{ track, version, mayDownload, onFile }} />,
    { 'GET /api/projects/p/tracks/t/notes': { items, nextCursor: null } },
  )
  return { ...shown, paths: () => onFile.mock.calls.map(([{ path }]) => path) }
}

test('the button counts the notes of the list that is chosen', async () => {
  const { person } = open()
  expect(await screen.findByRole('button', { name: 'Export 2 notes' })).toHaveProperty('disabled', false)
  await person.click(screen.getByRole('radio', { name: 'Fixed 1' }))
  expect(screen.getByRole('button', { name: 'Export 1 note' })).toHaveProperty('disabled', false)
  await person.click(screen.getByRole('radio', { name: 'All 3' }))
  expect(screen.getByRole('button', { name: 'Export 3 notes' })).toHaveProperty('disabled', false)
})

test('without notes there is nothing to export, and it says of which list', async () => {
  const { person } = open({ items: [] })
  await screen.findByText('No open notes on this version')
  expect(screen.getByRole('button', { name: 'Export 0 notes' })).toHaveProperty('disabled', true)
  await person.click(screen.getByRole('radio', { name: 'All 0' }))
  screen.getByText('No notes on this version')
})

test('a WAV is offered first', () => {
  open()
  expect(screen.getByRole('radio', { name: 'WAV with markers' })).toHaveProperty('checked', true)
})

test('who may not download has no WAV, and is told why', () => {
  open({ mayDownload: false })
  expect(screen.getByRole('radio', { name: 'WAV with markers' })).toHaveProperty('disabled', true)
  expect(screen.getByRole('radio', { name: 'REAPER markers and regions' })).toHaveProperty('checked', true)
  screen.getByText('You cannot download this project’s files')
})

test('MIDI needs a tempo that a song can have, with a comma or a point', async () => {
  const { person, paths } = open()
  await screen.findByRole('button', { name: 'Export 2 notes' })
  await person.click(screen.getByRole('radio', { name: 'MIDI markers' }))
  const tempo = screen.getByRole('textbox', { name: 'Tempo' })
  await person.clear(tempo)
  await person.type(tempo, '19{Enter}')
  screen.getByText('Enter 20 to 400 BPM')
  expect(paths()).toEqual([])
  await person.clear(tempo)
  await person.type(tempo, '92,5{Enter}')
  expect(paths()).toEqual(['/tracks/t/versions/v1/markers?format=midi&state=open&tempo=92.5'])
})

test('an edit list is counted in the frames that are chosen', async () => {
  const { person, paths } = open()
  await screen.findByRole('button', { name: 'Export 2 notes' })
  await person.click(screen.getByRole('radio', { name: 'Edit list (EDL)' }))
  await person.selectOptions(screen.getByLabelText('Frames per second'), '30')
  await person.click(screen.getByRole('button', { name: 'Export 2 notes' }))
  expect(paths()).toEqual(['/tracks/t/versions/v1/markers?format=edl&state=open&frames=30'])
})
