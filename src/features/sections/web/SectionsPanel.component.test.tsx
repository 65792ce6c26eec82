import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { sampleProject, sampleTrack, sampleVersion } from '#features/tracks/track-sample.ts'
import { listening } from '#web/player/listening.ts'
import { show } from '#web/testing/show.rig.tsx'
import type { SectionPlace, TrackSections } from '../sections.contract.ts'
import SectionsPanel from './SectionsPanel.tsx'

const route = 'GET /api/projects/p/tracks/t/sections'
const place = (number: number, change: Partial<SectionPlace> = {}): SectionPlace => ({
  versionId: `v${number}`,
  fromSeconds: 2,
  toSeconds: 6,
  by: 'aligned',
  integrated: -14,
  truePeak: -1,
  plr: 13,
  ...change,
})
const section = (name: string, places: readonly SectionPlace[], number = 1) => ({
  noteId: name,
  name,
  version: { id: `v${number}`, number },
  fromSeconds: 2,
  toSeconds: 6,
  places: [...places],
})

function open(answer: TrackSections, numbers = [2, 1]) {
  const versions = numbers.map((number) => sampleVersion({ id: `v${number}`, number }))
  const [version] = versions
  if (!version) throw new Error('no version')
  return show(<SectionsPanel project={sampleProject()} track={sampleTrack()} versions={versions} version={version} />, {
    [route]: answer,
  })
}

const versionsOf = (...numbers: readonly number[]): TrackSections['versions'] =>
  numbers.map((number) => ({ id: `v${number}`, number, measured: 'all' }))
const groupOf = async (name: string) => {
  const group = (await screen.findByText(name)).closest('tbody')
  if (!group) throw new Error(`no rows of ${name}`)
  return within(group)
}

test('each section has a row for each version, and the difference of the two', async () => {
  open({
    versions: versionsOf(2, 1),
    sections: [section('Chorus', [place(2, { integrated: -10.5, plr: 9.5 }), place(1, { by: 'own' })])],
  })
  const chorus = await groupOf('Chorus')
  expect(chorus.getByText('+3.5 LU')).toBeDefined()
  const rows = chorus.getAllByRole('row').slice(1)
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([
    ['−10.5', '−1.0', '9.5'],
    ['−14.0', '−1.0', '13.0'],
  ])
})

test('sections are in order of time, and a press plays one where it is in that version', async () => {
  // There is no sound here.
  vi.spyOn(listening, 'prepare').mockReturnValue()
  const hear = vi.spyOn(listening, 'hear').mockReturnValue()
  const { person } = open({
    versions: versionsOf(2, 1),
    sections: [
      section('Chorus', [place(2, { fromSeconds: 4 }), place(1)]),
      section('Intro', [place(2, { fromSeconds: 0 }), place(1)]),
    ],
  })
  await groupOf('Chorus')
  const heads = screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
  expect(heads.findIndex((head) => head?.startsWith('Intro'))).toBeLessThan(
    heads.findIndex((head) => head?.startsWith('Chorus')),
  )
  await person.click(screen.getByRole('button', { name: 'Play Chorus in v2, from 0:04.0' }))
  expect(hear).toHaveBeenCalledWith(expect.objectContaining({ versionId: 'v2' }), { at: 4 })
})

test('what is cut, added, shorter or not certain is said, and gives no difference', async () => {
  open({
    versions: versionsOf(2, 1),
    sections: [
      section('Verse', [place(2, { by: 'cut', cutIn: 2, toSeconds: null, integrated: null, plr: null }), place(1)]),
      section('Outro', [place(2), place(1, { by: 'cut', cutIn: 1, toSeconds: null, integrated: null })], 2),
      section('Solo', [place(2, { toSeconds: 4.5 }), place(1, { by: 'own' })]),
      section('Bridge', [place(2, { by: 'unsure' }), place(1, { by: 'own' })]),
    ],
  })
  const verse = await groupOf('Verse')
  expect(verse.getByText('cut in v2')).toBeDefined()
  expect(verse.getByRole('button', { name: /Play Verse in v2/ }).hasAttribute('disabled')).toBe(true)
  expect((await groupOf('Outro')).getByText('not in v1')).toBeDefined()
  expect((await groupOf('Solo')).getByText('1.5 s shorter')).toBeDefined()
  expect((await groupOf('Bridge')).getByText('not sure')).toBeDefined()
  expect(screen.queryByText(/LU$/)).toBeNull()
})

test('two versions are shown at first, and all on request', async () => {
  const { person } = open(
    { versions: versionsOf(3, 2, 1), sections: [section('Chorus', [place(3), place(2), place(1)])] },
    [3, 2, 1],
  )
  const chorus = await groupOf('Chorus')
  expect(chorus.getAllByRole('button')).toHaveLength(2)
  await person.click(screen.getByRole('button', { name: 'Show 3 versions' }))
  expect((await groupOf('Chorus')).getAllByRole('button')).toHaveLength(3)
})

test('a version without measurements says so', async () => {
  const [newest] = versionsOf(2)
  if (!newest) throw new Error('no version')
  open({
    versions: [{ ...newest, measured: 'no-loudness' }, ...versionsOf(1)],
    sections: [section('Chorus', [place(2, { integrated: null, truePeak: null, plr: null }), place(1)])],
  })
  expect((await groupOf('Chorus')).getByText('not measured')).toBeDefined()
})

test('without sections, it is said how to name one', async () => {
  open({ versions: [], sections: [] })
  expect(await screen.findByText('No sections yet')).toBeDefined()
})
