import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SONG_MIXES } from '#audio/song.ts'
import { chooseFromMenu, focused, tabTo } from './keyboard-walk.ts'
import { oneStory } from './one-story.ts'
import { bounce, picturesOfFailure } from './openings.ts'
import type { Visitor } from './product.ts'
import { openStory, type Story, type StoryProduct } from './story.ts'

/** From v1 to an approved v3 by people who have no pointer; a press of one in any of the pages fails. */
let folder = ''
let story: Story<'ines' | 'jo' | 'tess'>
let product: StoryProduct
let ines: Visitor
let jo: Visitor
let tess: Visitor
let projectId = ''
let trackId = ''

oneStory()
picturesOfFailure('review-keys', () => ({ ines, jo, tess }))
beforeAll(async () => {
  story = await openStory({
    people: { ines: 'Ines Duarte', jo: 'Jo Okafor', tess: 'Tess Albright' },
    guests: ['tess'],
    filename: 'Glasshouse_v1.wav',
  })
  ;({ product, folder, projectId, trackId } = story)
  ;({ ines, jo, tess } = story.people)
  for (const { context } of [ines, jo, tess])
    await context.addInitScript(() =>
      window.addEventListener('pointerdown', () => console.error('a pointer was pressed'), true),
    )
  await Promise.all(
    [ines, jo].map(async ({ page }) => {
      await page.goto(`${product.url}/?projectId=${projectId}&trackId=${trackId}`)
      await wave(page, 1).waitFor({ timeout: 60_000 })
      await page.getByRole('textbox', { name: /^New note/ }).waitFor()
    }),
  )
})
afterAll(() => story?.end())

test('Ines shares the track, Tess opens the link, and she and Jo say what they hear', async () => {
  await ines.page.keyboard.press('.')
  await ines.page.getByRole('dialog', { name: 'Share Glasshouse' }).waitFor()
  const copy = ines.page.getByRole('button', { name: 'Copy link' })
  await expect.poll(() => copy.evaluate((button) => button === document.activeElement)).toBe(true)
  const link = await ines.page.getByRole('textbox', { name: 'Link', exact: true }).inputValue()
  await ines.page.keyboard.press('Escape')
  await ines.page.getByRole('dialog').waitFor({ state: 'detached' })

  await tess.page.goto(product.url + new URL(link).pathname)
  await tabTo(tess.page, 'textbox', /^New note/)
  await tess.page.keyboard.type('The beginning is too quiet')
  await tabTo(tess.page, 'textbox', 'Your name')
  await tess.page.keyboard.type('Tess Albright')
  await tabTo(tess.page, 'button', 'Send')
  await tess.page.keyboard.press('Enter')
  await cards(tess.page, 'The beginning').waitFor()

  await jo.page.keyboard.press('ArrowRight')
  await jo.page.keyboard.press('c')
  await write(jo.page, 'Vocal goes under the guitars')
  for (const key of ['s', 'Shift+ArrowRight', 'Shift+ArrowRight', 's', 'c']) await jo.page.keyboard.press(key)
  await write(jo.page, 'Snare rings in here')
  await expect.poll(() => cards(ines.page).count()).toBe(3)
})

test('Ines makes a task of the first, starts v2 with it, and uploads it', async () => {
  const { page } = ines
  await page.keyboard.press('n')
  await page.locator('[data-note][data-chosen="true"]', { hasText: 'Vocal' }).waitFor()
  await page.keyboard.press('t')
  await cards(page, 'Vocal').getByText(/^LT-1/).first().waitFor()
  await tabTo(page, 'tab', /^Notes/)
  await page.keyboard.press('End')
  await expect.poll(() => focused(page)).toMatch(/^Tasks/)
  await tabTo(page, 'button', 'Start v2')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Start v2 of Glasshouse' }).waitFor()
  await expect.poll(() => focused(page)).toBe('Start v2')
  await page.keyboard.press('Enter')
  await tabTo(page, 'checkbox', /Vocal/)
  await page.keyboard.press('Space')
  await tabTo(page, 'button', 'Upload v2')
  await page.keyboard.press('Enter')
  await chooseFile(page, bounce(folder, SONG_MIXES.loud, 'Glasshouse_v2.wav'))
  await expect
    .poll(() =>
      page
        .getByRole('group', { name: 'Which of these are done in v2?' })
        .getByRole('checkbox', { name: /Vocal/ })
        .isChecked(),
    )
    .toBe(true)
  await tabTo(page, 'button', 'Upload 1 file')
  await page.keyboard.press('Enter')
  await wave(page, 2).waitFor({ timeout: 60_000 })
  await expect
    .poll(() => jo.page.locator('[data-note]').getByText('from v1', { exact: true }).count(), { timeout: 60_000 })
    .toBe(2)
})

test('Jo verifies what is fixed; it takes no pointer to find it', async () => {
  const { page } = jo
  await tabTo(page, 'button', /^Fixed/)
  await page.keyboard.press('Enter')
  await tabTo(page, 'button', 'Play from 0:05.000')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
  await page.keyboard.press('k')
  await page.keyboard.press('Shift+X')
  await tabTo(page, 'button', /^Open/, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await notes()).map(({ body, state }) => `${body.split(' ')[0]} ${state}`))
    .toEqual(['The open', 'Vocal verified', 'Snare open'])
})

test('Ines takes the notes along as a list for REAPER, and one that was deleted comes back from it', async () => {
  const { page } = ines
  await tabTo(page, 'tab', /^Tasks/, 'Shift+Tab')
  await page.keyboard.press('Home')
  await expect.poll(() => focused(page)).toMatch(/^Notes/)
  await tabTo(page, 'button', 'More for all notes')
  await chooseFromMenu(page, 'Export markers…')
  await tabTo(page, 'radio', /^Open \d/)
  await page.getByRole('radio', { name: /^WAV with markers/ }).waitFor()
  await tabTo(page, 'radio', /^WAV with markers/)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => page.getByRole('radio', { name: 'REAPER markers and regions' }).isChecked()).toBe(true)
  const coming = page.waitForEvent('download', { timeout: 60_000 })
  await page.keyboard.press('Enter')
  const path = join(folder, 'markers.csv')
  await (await coming).saveAs(path)
  await tabTo(page, 'button', /^Play from 0:05.000 – 0:07.000/)
  await page.keyboard.press('Enter')
  await page.keyboard.press('k')
  await tabTo(page, 'button', 'More for the note by Jo Okafor')
  await chooseFromMenu(page, 'Delete')
  await cards(jo.page, 'Snare').waitFor({ state: 'detached' })
  await tabTo(page, 'button', 'More for all notes')
  await chooseFromMenu(page, 'Import markers…')
  await page.getByRole('dialog').waitFor()
  await chooseFile(page, path, 'choose one')
  await tabTo(page, 'button', 'Import 1 note')
  await page.keyboard.press('Enter')
  await cards(jo.page, 'Snare').waitFor()
})

test('Jo loses the line, writes on, and has it again', async () => {
  const { page } = jo
  await jo.context.setOffline(true)
  for (const words of ['Hats are loud', 'Bass hums']) {
    await page.keyboard.press('c')
    await write(page, words)
  }
  await page.getByText('2 changes are saved in this browser').waitFor()
  await jo.context.setOffline(false)
  await expect
    .poll(async () => (await notes()).toSorted((a, b) => a.createdAt - b.createdAt).map(({ body }) => body))
    .toEqual([
      'The beginning is too quiet',
      'Vocal goes under the guitars',
      'Snare rings in here',
      'Hats are loud',
      'Bass hums',
    ])
  await expect.poll(() => page.getByText('Not sent yet').count()).toBe(0)
})

test('v3 by one key; what is open is fixed in it, Jo is asked, and both approve that very file', async () => {
  const { page } = ines
  await page.keyboard.press('u')
  await page.getByRole('dialog').waitFor()
  const path = bounce(folder, SONG_MIXES.fixed, 'Glasshouse_v3.wav')
  await chooseFile(page, path)
  await tabTo(page, 'button', 'Upload 1 file')
  await page.keyboard.press('Enter')
  await wave(page, 3).waitFor({ timeout: 60_000 })
  await expect.poll(() => cards(page).count()).toBe(4)
  for (let left = 4; left > 0; left--) {
    await page.keyboard.press('n')
    await page.locator('[data-note][data-chosen="true"]').waitFor()
    await page.keyboard.press('x')
    await expect.poll(() => cards(page).count()).toBe(left - 1)
  }
  await tabTo(page, 'button', 'Ask for approval', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await tabTo(page, 'checkbox', 'Jo Okafor')
  await page.keyboard.press('Space')
  await tabTo(page, 'button', 'Ask')
  await page.keyboard.press('Enter')
  await bar(jo.page)
    .getByText(/^Ines Duarte asks you to approve v3/)
    .waitFor()
  await wave(jo.page, 3).waitFor()
  // Though he wrote by C before: a new version does not call him to the field again.
  await jo.page.keyboard.press('Shift+A')
  await jo.page.getByText('You approved v3 of Glasshouse').first().waitFor()
  await tabTo(tess.page, 'button', 'Approve v3')
  await tess.page.keyboard.press('Enter')
  await tess.page
    .getByText(/^You approved v3 /)
    .first()
    .waitFor()

  await tabTo(page, 'button', 'More about approvals of v3')
  await chooseFromMenu(page, 'Approval history')
  const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex')
  await expect.poll(() => page.getByRole('list', { name: 'Approval history' }).getByText(sha256).count()).toBe(2)
  await page.keyboard.press('Escape')
  await tabTo(page, 'link', 'Low Tide', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await page.getByText('1 of 1 approved').first().waitFor()
})

test('nobody touched a pointer, and nobody’s console complained of anything but the line', () => {
  expect(ines.complaints).toEqual([])
  expect(tess.complaints.filter((words) => !words.includes('404'))).toEqual([])
  expect(jo.complaints.filter((words) => !/ERR_|WebSocket|Failed to load resource/.test(words))).toEqual([])
})

interface SaidNote {
  readonly body: string
  readonly state: string
  readonly createdAt: number
  readonly place: { readonly fromSeconds: number } | null
}

/** In the order of the music. */
async function notes(): Promise<readonly SaidNote[]> {
  const { tracks } = await read(`/api/projects/${projectId}`)
  const { items } = await read(
    `/api/projects/${projectId}/tracks/${trackId}/notes?version=${tracks[0].currentVersionId}`,
  )
  return items.toSorted((a: SaidNote, b: SaidNote) => (a.place?.fromSeconds ?? 0) - (b.place?.fromSeconds ?? 0))
}

async function read(path: string) {
  return (await ines.page.request.get(product.url + path)).json()
}

function wave(page: Page, number: number): Locator {
  return page.getByRole('slider', { name: `Glasshouse, version ${number}` }).first()
}

function cards(page: Page, words = ''): Locator {
  return page.locator('[data-note]', { hasText: words })
}

function bar(page: Page): Locator {
  return page.getByRole('region', { name: 'Approval of v3' })
}

/** Into the field that has the focus. */
async function write(page: Page, words: string): Promise<void> {
  const field = page.getByRole('textbox', { name: /^New note/ })
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.type(words)
  await page.keyboard.press('Control+Enter')
  await cards(page, words).waitFor()
}

async function chooseFile(page: Page, path: string, by = 'choose them'): Promise<void> {
  // Asked for before: a press right after it may be faster.
  const chooser = page.waitForEvent('filechooser')
  await tabTo(page, 'button', by)
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(path)
}
