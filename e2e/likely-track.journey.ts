import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SONG_MIXES, type SongMix } from '#audio/song.ts'
import { writeSong } from '../fixtures/audio/make.ts'
import { oneStory } from './one-story.ts'
import { call, picturesOfFailure, post, upload } from './openings.ts'
import { barriersInBothThemes } from './page-health.ts'
import type { Visitor } from './product.ts'
import { openStory, type Story, type StoryProduct } from './story.ts'

/** Bounces whose names lead to no track, and whose sound does. */
let folder = ''
let story: Story<'ines'>
let product: StoryProduct
let ines: Visitor
let page: Page
let projectId = ''

beforeAll(async () => {
  story = await openStory({ people: { ines: 'Ines Duarte' }, filename: null })
  ;({ product, folder, projectId } = story)
  ;({ ines } = story.people)
  page = ines.page
  await upload(product, page, { projectId, file: song('first.wav', SONG_MIXES.rough), trackTitle: 'Alpha' })
  await page.goto(`${product.url}/?projectId=${projectId}`)
  await page.getByRole('link', { name: 'Alpha' }).first().waitFor()
})

afterAll(() => story?.end())

oneStory()
picturesOfFailure('likely-track', () => ({ ines }))

test('a bounce that is Alpha in another mix says so, and one press makes it the next version', async () => {
  await send(song('export 3.wav', SONG_MIXES.fixed))
  await row('export 3.wav').getByText('Sounds like v1 of Alpha from beginning to end.').waitFor({ timeout: 30_000 })
  await press('export 3.wav', 'Make it the next version of Alpha')
  await row('export 3.wav').getByText('Ready · v2 of Alpha').waitFor()
  await row('export 3.wav').getByText('Now v2 of Alpha').waitFor()
  expect(await standing()).toEqual(['Alpha v1', 'Alpha v2'])
})

test('it is taken back where it was pressed, with the focus there', async () => {
  expect(
    await row('export 3.wav')
      .getByRole('button', { name: 'Undo' })
      .evaluate((button) => button === document.activeElement),
  ).toBe(true)
  await page.keyboard.press('Enter')
  await row('export 3.wav').getByText('Ready · v1 of Export 3').waitFor()
  expect(await standing()).toEqual(['Alpha v1', 'Export 3 v1'])
})

test('or by the line at the foot of the window', async () => {
  await press('export 3.wav', 'Make it the next version of Alpha')
  await page
    .getByRole('region', { name: /Notifications/ })
    .getByRole('button', { name: 'Undo' })
    .click()
  await row('export 3.wav').getByText('Ready · v1 of Export 3').waitFor()
  expect(await standing()).toEqual(['Alpha v1', 'Export 3 v1'])
})

test('another bounce looks most like that one, and is asked about again once that one has gone to Alpha', async () => {
  await send(song('untitled.wav', { ...SONG_MIXES.fixed, master: 0.5 }))
  await row('untitled.wav')
    .getByText(/v1 of Export 3/)
    .waitFor({ timeout: 30_000 })
  await press('export 3.wav', 'Make it the next version of Alpha')
  await press('untitled.wav', 'Make it the next version of Alpha')
  await row('untitled.wav').getByText('Now v3 of Alpha').waitFor()
  expect(await standing()).toEqual(['Alpha v1', 'Alpha v2', 'Alpha v3'])
})

test('what somebody has spoken of since stays, with the reason', async () => {
  const { trackVersions } = await (await page.request.get(`${product.url}/api/projects/${projectId}`)).json()
  const { id: versionId, trackId } = trackVersions.find(({ number }: { number: number }) => number === 3)
  await post(product, page, `/api/projects/${projectId}/tracks/${trackId}/notes`, {
    versionId,
    fromSeconds: 1,
    toSeconds: null,
    body: 'Better',
  })
  await press('untitled.wav', 'Undo')
  await page.getByText('Could not make it a separate track again.').first().waitFor()
  ines.complaints.splice(0)
  expect(await standing()).toEqual(['Alpha v1', 'Alpha v2', 'Alpha v3'])
})

test('a server that is away for a moment is asked again', async () => {
  let refused = 0
  await page.route('**/likely', (route) => (refused++ === 0 ? route.abort() : route.continue()))
  await send(song('print.wav', SONG_MIXES.loud))
  await row('print.wav').getByRole('button', { name: 'Make it the next version of Alpha' }).waitFor({ timeout: 30_000 })
  ines.complaints.splice(0)
})

test('the offer is without barriers on a phone, dark and light', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  // Toasts lie over the folded list. An Undo that was pressed in one leaves the next ones their six seconds.
  await page
    .getByRole('region', { name: /Notifications/ })
    .getByRole('listitem')
    .first()
    .waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Show the transfers' }).click()
  expect(await barriersInBothThemes(page, { within: 'section[aria-label=Transfers]' })).toEqual([])
})

test('a long title is whole on the button that names it', async () => {
  const title = 'Where the river bends twice before the weir (Glasshouse session, second evening, tape)'
  const { tracks } = await (await page.request.get(`${product.url}/api/projects/${projectId}`)).json()
  const { id: trackId } = tracks.find((track: { title: string }) => track.title === 'Alpha')
  const alpha = `/api/projects/${projectId}/tracks/${trackId}`
  await call(product, page, 'PATCH', alpha, { title })
  const button = row('print.wav').getByRole('button', { name: `Make it the next version of ${title}` })
  await button.waitFor()
  expect(
    await button.evaluate(
      ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
        scrollWidth <= clientWidth && scrollHeight <= clientHeight,
    ),
  ).toBe(true)
  await call(product, page, 'PATCH', alpha, { title: 'Alpha' })
})

test('while the list stands there a note is written beside it, on any screen', async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('link', { name: 'Alpha' }).first().click()
  const field = page.getByRole('region', { name: 'New note' }).getByRole('textbox')
  for (const [width, height] of [
    [1440, 900],
    [820, 1180],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.getByRole('region', { name: 'Transfers' }).getByText('3 done').waitFor()
    // Nothing lies over it.
    await field.click()
    await field.blur()
  }
  expect(ines.complaints).toEqual([])
})

function song(name: string, mix: SongMix): string {
  const path = join(folder, name)
  writeSong({ path, mix, sampleRate: 22_050, encoding: 's16', seconds: 24 })
  return path
}

const row = (file: string) => page.getByRole('region', { name: 'Transfers' }).getByRole('listitem', { name: file })
const press = (file: string, label: string) => row(file).getByRole('button', { name: label, exact: true }).click()

async function send(path: string): Promise<void> {
  await page.keyboard.press('u')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('dialog').getByRole('button', { name: 'choose them' }).click()
  await (await chooser).setFiles(path)
  await page.getByRole('button', { name: 'Upload 1 file' }).click()
}

/** `Alpha v2` for every version, in order. */
async function standing(): Promise<readonly string[]> {
  const { tracks, trackVersions } = await (await page.request.get(`${product.url}/api/projects/${projectId}`)).json()
  const titles = new Map(tracks.map(({ id, title }: { id: string; title: string }) => [id, title]))
  return trackVersions
    .map(({ trackId, number }: { trackId: string; number: number }) => `${titles.get(trackId)} v${number}`)
    .sort()
}
