import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import Paper from 'pdfkit'
import type { Locator, Page } from 'playwright-core'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SONG_MIXES } from '#audio/song.ts'
import { oneStory } from './one-story.ts'
import { bounce, picturesOfFailure } from './openings.ts'
import { barriers, barriersInBothThemes, sticksOut } from './page-health.ts'
import { openStory, type Story } from './story.ts'

/** Ines brings everything that belongs to a record and is no bounce; Jo, who comments, finds what is for her. */
let story: Story<'ines' | 'jo'>

const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAFklEQVR4nGNU2BnIgA0wYRUdtBIAAP//AgCkzgC+YpQUTwAAAABJRU5ErkJggg=='

interface Choice {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

const file = (name: string, content: Buffer | string): Choice => ({
  name,
  mimeType: '',
  buffer: Buffer.isBuffer(content) ? content : Buffer.from(content),
})
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const stems = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), randomBytes(20_000_000)])

oneStory()
picturesOfFailure('project-files', () => story.people)
beforeAll(async () => {
  story = await openStory({ people: { ines: 'Ines Duarte', jo: 'Jo Okafor' } })
  const { ines, jo } = story.people
  await Promise.all([ines.page.goto(filesPage()), jo.page.goto(filesPage())])
})
afterAll(() => story?.end())

const filesPage = () => `${story.product.url}/?projectId=${story.projectId}&tab=files`
const list = (page: Page) => page.getByRole('table', { name: 'Files of Low Tide' })
const names = (page: Page) =>
  list(page)
    .locator('[data-file-row]')
    .evaluateAll((rows) => rows.map((row) => row.querySelector('td:nth-child(2) button')?.textContent))
const open = (page: Page, name: string) => list(page).getByRole('button', { name, exact: true }).click()
const dialog = (page: Page) => page.getByRole('dialog')

async function choose(page: Page, button: Locator, files: readonly Choice[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await button.click()
  await (await chooser).setFiles([...files])
}

async function menu(page: Page, name: string, ...entries: readonly string[]): Promise<void> {
  await list(page)
    .getByRole('button', { name: `Actions for ${name}` })
    .click()
  for (const entry of entries) await page.getByRole('menuitem', { name: entry }).click()
}

/** By the keys: a submenu closes under a pointer that is quicker than a hand. */
async function menuChoice(page: Page, name: string, entry: string, choice: string): Promise<void> {
  await menu(page, name)
  await page.getByRole('menuitem', { name: entry }).press('ArrowRight')
  await page.getByRole('menuitemradio', { name: choice, exact: true }).press('Enter')
}

test('an empty tab says what it is for, to each as far as they may do something', async () => {
  const { ines, jo } = story.people
  await ines.page.getByRole('heading', { name: 'Drop stems, sessions, lyrics or artwork' }).waitFor()
  await jo.page.getByText('No files yet').waitFor()
  expect(await jo.page.getByRole('button', { name: 'Choose files' }).count()).toBe(0)
})

test('a mixed batch is split: audio becomes a track, the rest are files that Jo sees at once', async () => {
  const { ines, jo } = story.people
  const { page } = ines
  await page.getByRole('tab', { name: 'Tracks' }).click()
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles([
      file('Salt_v1.wav', readFileSync(bounce(story.folder, SONG_MIXES.fixed, 'salt.wav'))),
      file('lyrics.txt', 'Glass on the water\n'),
      file('cover.png', Buffer.from(PICTURE, 'base64')),
    ])
  await dialog(page).getByText('1 bounce goes under Tracks, 2 other files under Files').waitFor()
  await dialog(page).getByLabel('What changed in lyrics.txt').fill('First verse')
  await page.getByRole('button', { name: 'Upload 3 files' }).click()
  await page.getByRole('link', { name: 'Salt', exact: true }).first().waitFor()
  await page.getByRole('tab', { name: /^Files/ }).click()
  for (const one of [page, jo.page])
    await expect.poll(async () => (await names(one)).toSorted()).toEqual(['cover.png', 'lyrics.txt'])
  await list(jo.page).getByText('First verse').waitFor()
})

test('an upload is a row that a lost connection only holds up', async () => {
  const { ines, jo } = story.people
  const { page } = ines
  let isCut = false
  await page.route('**/uploads/*', (route) =>
    isCut && route.request().method() === 'PATCH' ? route.abort('connectionreset') : route.continue(),
  )
  page.on('response', (answer) => {
    if (answer.request().method() === 'PATCH' && answer.headers()['upload-offset'] === String(8 * 1024 * 1024))
      isCut = true
  })
  await page.getByRole('button', { name: 'New files: Everyone here' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Only people who can edit' }).click()
  await choose(page, page.getByRole('button', { name: 'Upload files' }), [file('Glasshouse stems.zip', stems)])
  await list(page)
    .getByText(/Connection lost at 8\.4 MB\. Nothing is lost\./)
    .waitFor()
  isCut = false
  await page.unroute('**/uploads/*')
  await list(page).getByRole('button', { name: 'Resume Glasshouse stems.zip' }).click()
  await list(page).getByRole('button', { name: 'Glasshouse stems.zip', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Clear finished' }).click()
  await page.getByRole('button', { name: 'New files: Editors' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Everyone in this project' }).click()
  // It is for editors: Jo is not told.
  expect((await names(jo.page)).toSorted()).toEqual(['cover.png', 'lyrics.txt'])
  await jo.page.reload()
  await expect.poll(async () => (await names(jo.page)).toSorted()).toEqual(['cover.png', 'lyrics.txt'])
})

test('what comes down is what went up, with its hash', async () => {
  const { page } = story.people.ines
  const saved = page.waitForEvent('download')
  await menu(page, 'Glasshouse stems.zip', 'Download')
  expect((await saved).suggestedFilename()).toBe('Glasshouse stems.zip')
  expect(sha256(readFileSync(await (await saved).path()))).toBe(sha256(stems))
  await page.getByText('Downloaded · hash matches').waitFor()
  await page.getByRole('button', { name: 'Clear finished' }).click()
})

test('the same name is the next version, and the first one can still be read and had', async () => {
  const { ines, jo } = story.people
  const { page } = ines
  await choose(page, page.getByRole('button', { name: 'Upload files' }), [
    file('Lyrics.TXT', 'Glass on the water\nSalt on the stone\n'),
  ])
  await list(jo.page).getByRole('button', { name: '2 versions of lyrics.txt' }).click()
  const versions = jo.page.getByRole('list', { name: 'Versions of lyrics.txt' })
  await expect.poll(() => versions.getByRole('listitem').count()).toBe(2)
  await open(jo.page, 'lyrics.txt')
  await dialog(jo.page).getByText('Salt on the stone').waitFor()
  expect(await barriersInBothThemes(jo.page, { within: '[role=dialog]' })).toEqual([])
  await dialog(jo.page).getByRole('button', { name: 'First verse' }).click()
  await dialog(jo.page).getByText('You’re looking at v1.').waitFor()
  expect(await dialog(jo.page).getByText('Salt on the stone').count()).toBe(0)
  const saved = jo.page.waitForEvent('download')
  await dialog(jo.page).getByRole('button', { name: 'Download v1 of lyrics.txt' }).last().click()
  expect((await saved).suggestedFilename()).toBe('lyrics (v1).txt')
  expect(readFileSync(await (await saved).path(), 'utf8')).toBe('Glass on the water\n')
  await jo.page.keyboard.press('Escape')
  await dialog(jo.page).waitFor({ state: 'detached' })
})

test('pictures and PDFs are shown, and a page only as its text', async () => {
  const { page } = story.people.ines
  const sheet = new Paper()
  sheet.text('Low Tide, credits').end()
  await choose(page, page.getByRole('button', { name: 'Upload files' }), [
    file('credits.pdf', await buffer(sheet)),
    file('notes.html', '<script>document.title = "ours"; fetch("/api/users/me")</script><h1>Notes</h1>'),
  ])
  await list(page).getByRole('button', { name: 'notes.html', exact: true }).waitFor()
  await open(page, 'cover.png')
  const picture = dialog(page).getByRole('img', { name: 'Preview of cover.png' })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(8)
  await page.keyboard.press('Escape')
  const shown = page.waitForResponse((answer) => answer.url().includes('/preview'))
  await open(page, 'credits.pdf')
  expect((await shown).status()).toBe(200)
  await dialog(page).getByTitle('Preview of credits.pdf').waitFor()
  await page.keyboard.press('Escape')
  await open(page, 'notes.html')
  await dialog(page).getByText('<script>document.title = "ours"').waitFor()
  expect(await page.title()).not.toBe('ours')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
})

test('by the keys a file is renamed, deleted and brought back', async () => {
  const { ines, jo } = story.people
  const { page } = ines
  await list(page).getByRole('button', { name: 'credits.pdf', exact: true }).focus()
  await page.keyboard.press('F2')
  await dialog(page).getByLabel('Name').waitFor()
  // The ending is not selected, so typing keeps it.
  await page.keyboard.type('Liner notes')
  await page.keyboard.press('Enter')
  await list(page).getByRole('button', { name: 'Liner notes.pdf', exact: true }).waitFor()
  await list(jo.page).getByRole('button', { name: 'Liner notes.pdf', exact: true }).waitFor()
  await list(page).getByRole('button', { name: 'Liner notes.pdf', exact: true }).focus()
  await page.keyboard.press('Delete')
  await expect.poll(() => names(jo.page)).not.toContain('Liner notes.pdf')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  for (const one of [page, jo.page]) await expect.poll(() => names(one)).toContain('Liner notes.pdf')
})

test('a name that is taken is refused in words', async () => {
  const { page } = story.people.ines
  await menu(page, 'notes.html', 'Rename')
  await dialog(page).getByLabel('Name').fill('COVER.png')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await dialog(page).getByText('Another file in this project has this name.').waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
})

test('a note, a track and an audience are given in the menu', async () => {
  const { ines, jo } = story.people
  const { page } = ines
  await menu(page, 'cover.png', 'Write a note')
  await dialog(page).getByLabel('What’s in this version').fill('For the vinyl sleeve')
  await page.keyboard.press('Control+Enter')
  await list(jo.page).getByText('For the vinyl sleeve').waitFor()
  await menuChoice(page, 'Glasshouse stems.zip', 'Who can see it', 'Everyone here')
  await expect.poll(() => names(jo.page)).toContain('Glasshouse stems.zip')
  await menuChoice(page, 'Glasshouse stems.zip', 'Belongs to', 'Glasshouse')
  await list(jo.page).getByRole('cell', { name: 'Glasshouse', exact: true }).waitFor()
})

test('search finds it from anywhere and opens it', async () => {
  const { page } = story.people.jo
  await page.goto(`${story.product.url}/mine`)
  await page.getByText('You’re all caught up').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('vinyl sleeve')
  await page.getByRole('option', { name: /cover\.png/ }).click()
  await dialog(page).getByRole('img', { name: 'Preview of cover.png' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
})

test('all of them come down as one ZIP', async () => {
  const { page } = story.people.jo
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download all' }).click()
  expect((await saved).suggestedFilename()).toBe('Low Tide files.zip')
  const zip = readFileSync(await (await saved).path())
  expect(zip.includes('Files/Glasshouse stems.zip')).toBe(true)
  await page.getByRole('button', { name: 'Clear finished' }).click()
})

test('the trash holds a deleted file, and gives it back', async () => {
  const { page } = story.people.ines
  await menu(page, 'notes.html', 'Delete')
  await expect.poll(() => names(page)).not.toContain('notes.html')
  await page.goto(`${story.product.url}/trash`)
  await page.getByText('File in Low Tide').waitFor()
  await page.getByRole('button', { name: 'Restore notes.html' }).click()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await dialog(page).getByText('<script>document.title = "ours"').waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
})

test('nobody is kept out by colours, names or a small window', async () => {
  const { page } = story.people.ines
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  const rows = page.getByRole('list', { name: 'Files of Low Tide' })
  await rows.getByRole('button', { name: '2 versions of lyrics.txt' }).click()
  await page.getByRole('list', { name: 'Versions of lyrics.txt' }).waitFor()
  expect(await sticksOut(page)).toEqual([])
  expect(await barriers(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('without a network the list stays and says what is missing', async () => {
  const { ines } = story.people
  await ines.context.setOffline(true)
  await ines.page.getByText('You’re offline. Uploads and downloads will work again once you’re online.').waitFor()
  expect(await names(ines.page)).toContain('cover.png')
  await expect.poll(() => ines.page.getByRole('button', { name: 'Upload files' }).isDisabled()).toBe(true)
  await ines.context.setOffline(false)
  await expect.poll(() => ines.page.getByRole('button', { name: 'Upload files' }).isEnabled()).toBe(true)
})

test('nobody’s console complained of anything but the lost connection and the name that was taken', () => {
  for (const { complaints } of Object.values(story.people))
    expect(complaints.filter((words) => !/net::ERR_|WebSocket connection|409 \(Conflict\)/.test(words))).toEqual([])
})
