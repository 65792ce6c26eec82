import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scanWav, type ReadAt } from '#audio/markers/wav-chunks.ts'
import { readWavMarkers } from '#audio/markers/wav-markers.ts'
import { picturesOfFailure, post } from './openings.ts'
import { barriersInBothThemes } from './page-health.ts'
import type { Visitor } from './product.ts'
import { openStory, type Story, type StoryProduct } from './story.ts'

/** Notes out to the programs in which music is made, and in from them. */
let folder = ''
let story: Story<'ines'>
let product: StoryProduct
let ines: Visitor
let page: Page
let projectId = ''
let trackId = ''

picturesOfFailure('markers', () => ({ ines }))
beforeAll(async () => {
  story = await openStory({ people: { ines: 'Ines Duarte' } })
  ;({ product, folder, projectId, trackId } = story)
  ;({ ines } = story.people)
  page = ines.page
  await openTrack()
  const { versionId } = story
  for (const [fromSeconds, toSeconds, body] of [
    [2.5, null, 'Kick and bass, together'],
    [5, 7.25, 'Snare rings\nat 400 Hz'],
  ])
    await post(product, page, `/api/projects/${projectId}/tracks/${trackId}/notes`, {
      versionId,
      fromSeconds,
      toSeconds,
      body,
    })
  await page.getByText('Snare rings').first().waitFor()
})
afterAll(() => story?.end())

test('Ines takes the WAV with her notes in it, from the menu of the notes', async () => {
  await menu('Export markers…')
  const { name, bytes } = await take()
  expect(name).toMatch(/^Glasshouse – v1 \(.+\) with markers\.wav$/)
  expect((await readWavMarkers(readerOf(bytes), bytes.length))?.markers.map(({ text }) => text)).toEqual([
    'Kick and bass, together',
    'Snare rings\nat 400 Hz',
  ])
  expect(await soundOf(bytes)).toBe(await soundOf(readFileSync(join(folder, 'bounce.wav'))))
})

test('and a list for REAPER, of all notes, with the keyboard alone', async () => {
  await page.getByRole('button', { name: 'More for all notes' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Export markers…' }).press('Enter')
  await page.getByRole('radio', { name: 'All 2' }).press('Space')
  await page.getByRole('radio', { name: 'REAPER markers and regions' }).press('Space')
  const { name, bytes } = await take()
  expect(name).toMatch(/markers\.csv$/)
  expect(bytes.toString()).toBe(
    '#,Name,Start,End,Length\r\nM1,"Kick and bass, together",0:02.500,,\r\n' +
      'R1,Snare rings | at 400 Hz,0:05.000,0:07.250,0:02.250\r\n',
  )
})

test('a list from REAPER is looked at, and what is chosen of it becomes notes', async () => {
  await menu('Import markers…')
  await choose(
    'from-reaper.csv',
    '#,Name,Start,End,Length\nM1,"Kick and bass, together",0:02.500,,\n' +
      'R1,Chorus: wider,0:08.000,0:10.500,0:02.500\nM2,Bars,5.1.00,,\n' +
      "M3,Far out,1:00.000,,\nM4,'=Hats,0:11.000,,\n",
  )
  await page.getByRole('checkbox', { name: /Hats/ }).uncheck()
  await page.getByRole('button', { name: 'Import 1 note', exact: true }).click()
  await page.getByText('1 note imported', { exact: true }).first().waitFor()
  await page
    .locator('[data-note]', { hasText: 'Chorus: wider' })
    .getByRole('button', { name: 'Play from 0:08.000 – 0:10.500' })
    .waitFor()
})

test('a version’s own menu has both ways as well', async () => {
  await page.getByRole('button', { name: 'Menu of Glasshouse' }).first().click()
  await page.getByRole('menuitem', { name: 'Import markers…' }).waitFor()
  await page.getByRole('menuitem', { name: 'Export markers…' }).click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
})

test.each([1440, 390])('nothing stands in anybody’s way at %i px, dark and light', async (width) => {
  await page.setViewportSize({ width, height: 900 })
  await openTrack()
  await menu('Export markers…')
  await page.getByRole('radio', { name: 'Edit list (EDL)' }).check()
  await page.getByRole('button', { name: 'Export 3 notes' }).waitFor()
  expect(
    await barriersInBothThemes(page, {
      seen: (theme) => page.screenshot({ path: `.cache/markers-export-${width}-${theme}.png` }),
    }),
  ).toEqual([])
  await page.keyboard.press('Escape')
  await menu('Import markers…')
  await choose(
    'list.txt',
    '0:01 One\n0:02.5–0:04 Two with rather a lot to say about what is heard here and there, and then some more ' +
      'of it\n0:30 Too late\n5.1.00 bars',
  )
  await page.getByRole('button', { name: 'Import 2 notes' }).waitFor()
  expect(
    await barriersInBothThemes(page, {
      seen: (theme) => page.screenshot({ path: `.cache/markers-import-${width}-${theme}.png` }),
    }),
  ).toEqual([])
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBe(0)
  await page.keyboard.press('Escape')
})

test('nobody’s console complained', () => expect(ines.complaints).toEqual([]))

async function menu(entry: string): Promise<void> {
  await page.getByRole('button', { name: 'More for all notes' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
  await page.getByRole('dialog').waitFor()
}

/** Presses Export; answers the name and the bytes that reach the disk. */
async function take(): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const coming = page.waitForEvent('download', { timeout: 60_000 })
  await page.getByRole('button', { name: 'Export 2 notes' }).press('Enter')
  const download = await coming
  const path = join(folder, 'taken')
  await download.saveAs(path)
  return { name: download.suggestedFilename(), bytes: readFileSync(path) }
}

async function choose(name: string, content: string): Promise<void> {
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
}

function readerOf(file: Uint8Array): ReadAt {
  return async (at, length) => file.subarray(at, at + length)
}

async function soundOf(file: Uint8Array): Promise<string> {
  const { at = 0, bytes = 0 } =
    (await scanWav(readerOf(file), file.length))?.chunks.find(({ id }) => id === 'data') ?? {}
  return createHash('sha256')
    .update(file.subarray(at, at + bytes))
    .digest('hex')
}

async function openTrack(): Promise<void> {
  await story.openTrack(page)
  await page.getByRole('button', { name: 'More for all notes' }).waitFor()
}
