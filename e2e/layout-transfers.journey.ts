import type { Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SONG_MIXES } from '#audio/song.ts'
import { faultsInAllLooks, looks } from './layout-sweep.ts'
import { objectRecording } from './object-recording.ts'
import { bounce, picturesOfFailure, post, upload } from './openings.ts'
import { settled } from './page-health.ts'
import type { Visitor } from './product.ts'
import { openStory, type Story, type StoryProduct } from './story.ts'

/** Uploads in every window. They stay in a browser from page to page, so they have one of their own. */
let folder = ''
const named = (what: string) => `Where_the_river_bends_twice_before_the_weir_${what}_v3_48k24.wav`
const [moves, waits, fails] = [named('moves'), named('waits'), named('fails')]
const mixes = { [moves]: SONG_MIXES.rough, [waits]: SONG_MIXES.loud, [fails]: SONG_MIXES.fixed }

let story: Story<'ines'>
let product: StoryProduct
let ines: Visitor

picturesOfFailure('layout-transfers', () => ({ ines }))
beforeAll(async () => {
  story = await openStory({ people: { ines: 'Ines Duarte' }, project: null })
  ;({ product, folder } = story)
  ;({ ines } = story.people)
  await ines.page.goto(product.url)
})
afterAll(() => story?.end())

test('the sheet of an upload, and then one file that moves, one that waits and one that failed', async () => {
  const { page } = ines
  const { id } = await post(product, page, '/api/projects', { name: 'Low Tide, and what became of it' })
  const { trackId } = await upload(product, page, { projectId: id, file: objectRecording(), trackTitle: 'Kite' })
  await page.goto(`${product.url}/?projectId=${id}`)
  await page.route('**/api/projects/*/uploads', answer)
  await page.getByText('Album order').first().waitFor()
  await page.keyboard.press('u')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('dialog').getByRole('button', { name: 'choose them' }).click()
  await (await chooser).setFiles(Object.entries(mixes).map(([name, mix]) => bounce(folder, mix, name)))
  await page.getByRole('button', { name: 'Upload 3 files' }).waitFor()
  await settled(page)
  expect.soft(await faultsInAllLooks(page, { within: '[role="dialog"]' })).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Upload 3 files' }).click()
  await page.getByRole('button', { name: `Pause ${waits}` }).click()
  await page.getByRole('button', { name: new RegExp(`(Retry|Try|Resume).*${fails}`) }).waitFor()
  // No tooltip of what was pressed last.
  await page.mouse.move(1, 1)
  await settled(page)
  expect.soft(await faultsInAllLooks(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Show the transfers' }).click()
  await page.mouse.move(1, 1)
  await settled(page)
  expect.soft(await faultsInAllLooks(page, { within: '[data-transfer-panel]' })).toEqual([])
  // In a window lower than that the list fills the page, which asked for it and folds it again.
  expect
    .soft(
      await faultsInAllLooks(
        page,
        {},
        looks.filter(({ height }) => height > 256),
      ),
    )
    .toEqual([])
  // Folded it leaves the field for a note free, which no scrolling would.
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${product.url}/?projectId=${id}&trackId=${trackId}`)
  await page.getByText('Approval of v1').waitFor()
  await page.getByRole('button', { name: 'Collapse transfers' }).click()
  await page.mouse.move(1, 1)
  await settled(page)
  expect(await faultsInAllLooks(page)).toEqual([])
})

/** One is refused, the others stay unanswered for as long as the test lasts. */
async function answer(route: Route): Promise<void> {
  const names = route.request().headers()['upload-metadata'] ?? ''
  if (!names.includes(Buffer.from(fails).toString('base64'))) return
  await route.fulfill({ status: 413, json: { error: { code: 'upload.too_large', message: 'Too large' } } })
}
