import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { sampleNote } from '#features/notes/note-sample.ts'
import { sampleTrack, sampleVersion } from '#features/tracks/track-sample.ts'
import { show } from '#web/testing/show.rig.tsx'
import { ImportMarkersDialog } from './ImportMarkersDialog.tsx'

const imported = 'POST /api/projects/p/tracks/t/versions/v1/markers'
const notes = { items: [sampleNote('Kick and bass, together', 2.5)], nextCursor: null }
const fromReaper =
  '#,Name,Start,End,Length\nM1,"Kick and bass, together",0:02.500,,\n' +
  'R1,Chorus: wider,0:08.000,0:10.500,0:02.500\nM2,Bars,5.1.00,,\n' +
  "M3,Far out,1:00.000,,\nM4,'=Hats,0:11.000,,\n"
const fromResolve =
  'TITLE: Timeline 1\nFCM: NON-DROP FRAME\n\n001  001      V     C        01:00:03:12 01:00:03:13 01:00:03:12 ' +
  '01:00:03:13\n |C:ResolveColorBlue |M:Strings in |D:1\n'

/** On Glasshouse, twelve seconds long, with one note. */
function open(onClose: () => void = () => undefined) {
  const shown = show(
    <ImportMarkersDialog projectId="p" track={sampleTrack()} version={sampleVersion()} onClose={onClose} />,
    { 'GET /api/projects/p/tracks/t/notes': notes, [imported]: { added: 1 } },
  )
  const choose = async (name: string, content: string) => {
    const field = document.querySelector<HTMLInputElement>('input[type=file]')
    if (field) await shown.person.upload(field, new File([content], name, { type: 'text/plain' }))
  }
  return { ...shown, choose }
}

const box = (name: RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name })

test('what is there already stays off, what lies behind the end cannot be taken, all else is chosen', async () => {
  const { choose } = open()
  await choose('from-reaper.csv', fromReaper)
  expect((await box(/Kick and bass, together \(Already there\)/)).checked).toBe(false)
  const farOut = await box(/Far out \(After the end\)/)
  expect([farOut.checked, farOut.disabled]).toEqual([false, true])
  expect((await box(/Chorus: wider/)).checked).toBe(true)
  expect((await box(/Hats/)).checked).toBe(true)
  expect(screen.getByRole('button', { name: 'Import 2 notes' })).toHaveProperty('disabled', false)
})

test('lines that could not be read are named, with the reason', async () => {
  const { choose, person } = open()
  await choose('from-reaper.csv', fromReaper)
  const left = await screen.findByText('1 line skipped')
  await person.click(left)
  expect(within(left.closest('details') ?? document.body).getByRole('listitem').textContent).toBe(
    'Bars bars and beats without a tempo: export minutes and seconds',
  )
})

test('what is chosen is written, and nothing else', async () => {
  const onClose = vi.fn<() => void>()
  const { choose, person, sent } = open(onClose)
  await choose('from-reaper.csv', fromReaper)
  await person.click(await box(/Hats/))
  await person.click(screen.getByRole('button', { name: 'Import 1 note' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent.find(({ route }) => route === imported)?.body).toEqual({
    notes: [{ fromSeconds: 8, toSeconds: 10.5, body: 'Chorus: wider' }],
  })
})

test('one box takes all that can be taken, and none', async () => {
  const { choose, person } = open()
  await choose('from-reaper.csv', fromReaper)
  const all = await box(/^REAPER · 4 markers$/)
  await person.click(all)
  screen.getByRole('button', { name: 'Import 3 notes' })
  await person.click(all)
  expect(screen.getByRole('button', { name: 'Import' })).toHaveProperty('disabled', true)
})

test('a file without markers is refused in words', async () => {
  const { choose } = open()
  await choose('poem.txt', 'No times in here')
  await screen.findByText('No readable markers in poem.txt.')
  expect(screen.getByRole('button', { name: 'Import' })).toHaveProperty('disabled', true)
})

test('an edit list says from where it counts, and its frames can be counted otherwise', async () => {
  const { choose, person } = open()
  await choose('from-resolve.edl', fromResolve)
  await screen.findByText('Times count from 01:00:00:00, where the list begins.')
  expect((await box(/^Import the marker at 0:03\.480: Strings in$/)).checked).toBe(true)
  await person.selectOptions(screen.getByLabelText('Frames per second'), '24')
  expect((await box(/^Import the marker at 0:03\.500: Strings in$/)).checked).toBe(true)
})
