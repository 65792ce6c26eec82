import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SONG_MIXES } from '#audio/song.ts'
import { oneStory } from './one-story.ts'
import { bounce, picturesOfFailure, post, upload } from './openings.ts'
import type { Visitor } from './product.ts'
import { openStory, type Story, type StoryProduct } from './story.ts'

/**
 * Ines mixes, Jo plays in the band, Tess follows a link without an account: from the first bounce to the master that
 * both approve.
 */
let folder = ''
let story: Story<'ines' | 'jo' | 'tess'>
let product: StoryProduct
let ines: Visitor
let jo: Visitor
let tess: Visitor
let projectId = ''
let trackId = ''
let link = ''
/** What Tess was refused. */
const refused: string[] = []

oneStory()
picturesOfFailure('review', () => ({ ines, jo, tess }))
beforeAll(async () => {
  story = await openStory({
    people: { ines: 'Ines Duarte', jo: 'Jo Okafor', tess: 'Tess Albright' },
    guests: ['tess'],
    filename: 'Glasshouse_v1.wav',
  })
  ;({ product, folder, projectId, trackId } = story)
  ;({ ines, jo, tess } = story.people)
  tess.page.on('response', (answer) => answer.status() >= 400 && refused.push(answer.url()))
  const shared = await post(product, ines.page, `/api/projects/${projectId}/shares`, {
    what: { kind: 'tracks', trackIds: [trackId], latestOnly: true },
    may: { comment: true, seeNotes: true, approve: true, download: true, upload: false },
  })
  link = product.url + new URL(shared.items?.[0]?.url ?? '').pathname
  await Promise.all([openTrack(ines.page), openTrack(jo.page), openShare()])
})
afterAll(() => story?.end())

test('Jo and Tess each say something about a moment and about a range of v1, and all three see all of it', async () => {
  await jo.page.keyboard.press('ArrowRight')
  await jo.page.keyboard.press('c')
  await write(jo.page, 'Vocal goes under the guitars', 'At 0:05.000')
  await dragRange(jo.page, 0.5, 0.75)
  await jo.page.keyboard.press('c')
  await write(jo.page, 'Snare rings in here')
  await tess.page.keyboard.press('c')
  await tess.page.keyboard.type('The beginning is too quiet')
  await tess.page.getByRole('textbox', { name: 'Your name' }).fill('Tess Albright')
  await tess.page.getByRole('button', { name: 'Send', exact: true }).click()
  await card(tess.page, 'The beginning').waitFor()
  await tess.page.keyboard.down('Shift')
  await dragAcross(tess.page, 0.25, 0.4)
  await tess.page.keyboard.up('Shift')
  await tess.page.keyboard.press('c')
  await write(tess.page, 'Love the lift in here')
  for (const words of ['The beginning', 'Love the lift', 'Vocal goes', 'Snare rings'])
    await card(tess.page, words).waitFor()
  for (const { page } of [ines, jo])
    await expect
      .poll(() => said(page))
      .toEqual([
        'The beginning is too quiet',
        'Love the lift in here',
        'Vocal goes under the guitars',
        'Snare rings in here',
      ])
  const [quiet, lift, vocal, snare] = await notes()
  expect([quiet, lift, vocal, snare].map((note) => [note?.byGuest, note?.place?.toSeconds !== null])).toEqual([
    [true, false],
    [true, true],
    [false, false],
    [false, true],
  ])
  expect([snare?.place?.fromSeconds, snare?.place?.toSeconds]).toEqual([expect.closeTo(6, 0), expect.closeTo(9, 0)])
})

test('two of them become tasks by one key, and v2 is started with these', async () => {
  const { page } = ines
  for (const words of ['Vocal', 'The beginning']) {
    await card(page, words).getByText(words).click()
    await page.keyboard.press('t')
    await card(page, words)
      .getByText(/^LT-\d/)
      .first()
      .waitFor()
  }
  await page.getByRole('tab', { name: /^Tasks/ }).click()
  await page.getByRole('button', { name: 'Start v2' }).click()
  await page.getByRole('dialog', { name: 'Start v2 of Glasshouse' }).getByRole('button', { name: 'Start v2' }).click()
  await checklist(page, 2).getByRole('checkbox', { name: /Vocal/ }).click()
  await jo.page.getByRole('tab', { name: /^Tasks/ }).click()
  await checklist(jo.page, 2).getByText('1 of 2 done').first().waitFor()
  await jo.page.getByRole('tab', { name: /^Notes/ }).click()
})

test('uploading v2 makes what is done its changelog, and the open notes are there and say where from', async () => {
  const { page } = ines
  await checklist(page, 2).getByRole('button', { name: 'Upload v2' }).click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'choose them' }).click(),
  ])
  await chooser.setFiles(bounce(folder, SONG_MIXES.loud, 'Glasshouse_v2.wav'))
  await page
    .getByRole('group', { name: 'Which of these are done in v2?' })
    .getByRole('checkbox', { name: /The beginning/ })
    .check()
  await page.getByRole('button', { name: 'Upload 1 file' }).click()
  await page.getByRole('tab', { name: /^Versions/ }).click()
  await expect
    .poll(() => page.getByRole('list', { name: 'What changed' }).getByRole('listitem').allTextContents(), {
      timeout: 60_000,
    })
    .toEqual(['Vocal goes under the guitarsLT-1', 'The beginning is too quietLT-2'])
  await page.getByRole('tab', { name: /^Notes/ }).click()
  for (const visitor of [ines, jo])
    await expect
      .poll(() => said(visitor.page), { timeout: 60_000 })
      .toEqual(['Love the lift in here', 'Snare rings in here'])
  await card(tess.page, 'The beginning').getByText('done', { exact: true }).waitFor({ timeout: 60_000 })
  for (const visitor of [ines, jo])
    await expect.poll(() => visitor.page.locator('[data-note]').getByText('from v1', { exact: true }).count()).toBe(2)
})

test('what is fixed is looked at by who said it: Jo verifies, Tess opens hers again', async () => {
  await list(jo.page, 'Fixed')
  await card(jo.page, 'Vocal').getByText('Fixed in v2').first().waitFor()
  await card(jo.page, 'Vocal').getByText('Vocal').first().click()
  await card(jo.page, 'Vocal').getByRole('button', { name: 'Verify' }).click()
  await card(tess.page, 'The beginning').getByText('The beginning').first().click()
  await card(tess.page, 'The beginning').getByRole('button', { name: 'Reopen' }).click()
  await expect
    .poll(async () => (await notes()).map(({ body, state }) => `${body.split(' ')[0]} ${state}`))
    .toEqual(['The open', 'Love open', 'Vocal verified', 'Snare open'])
  await expect.poll(taskStates).toEqual(['LT-1 verified', 'LT-2 todo'])
  await list(jo.page, 'Open')
})

test('notes go out as a REAPER list and as WAV cues; deleted ones come back from either, none twice', async () => {
  const { page } = ines
  // What has arrived lies over the notes until it is put away.
  await page.getByRole('region', { name: 'Transfers' }).getByRole('button', { name: 'Clear finished' }).click()
  const reaper = await takeMarkers('REAPER markers and regions')
  const cues = await takeMarkers('WAV with markers')
  for (const file of [reaper, cues]) {
    await card(page, 'Love the lift').getByText('Love the lift').first().click()
    await card(page, 'Love the lift')
      .getByRole('button', { name: /^More for the note by/ })
      .click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await card(tess.page, 'Love the lift').waitFor({ state: 'detached' })
    await menu(page, 'Import markers…')
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file)
    await page.getByRole('button', { name: 'Import 1 note', exact: true }).click()
    await card(tess.page, 'Love the lift').waitFor()
    await expect
      .poll(async () => (await notes()).map(({ body }) => body))
      .toEqual([
        'The beginning is too quiet',
        'Love the lift in here',
        'Vocal goes under the guitars',
        'Snare rings in here',
      ])
  }
})

test('offline on a train, Jo writes, moves a task and closes the page: all arrives once and in order', async () => {
  await post(product, ines.page, `/api/projects/${projectId}/tasks`, { title: 'Fade out over eight bars', trackId })
  await jo.page.getByRole('tab', { name: /^Tasks/ }).click()
  await task(jo.page, 'Fade').waitFor()
  await jo.page.getByRole('tab', { name: /^Notes/ }).click()
  await jo.page.getByRole('textbox', { name: /^New note/ }).waitFor()
  await jo.context.setOffline(true)
  for (const words of ['Hats are loud', 'Bass hums', 'Toms ring']) {
    await jo.page.keyboard.press('c')
    await write(jo.page, words)
  }
  await card(jo.page, 'Bass hums').getByText('Bass hums').click()
  await card(jo.page, 'Bass hums').getByRole('button', { name: 'Reply' }).click()
  await jo.page.keyboard.type('At 50 Hz')
  await jo.page.keyboard.press('Control+Enter')
  await card(jo.page, 'Bass hums').getByRole('paragraph').getByText('At 50 Hz').waitFor()
  await jo.page.getByRole('tab', { name: /^Tasks/ }).click()
  await task(jo.page, 'Fade').focus()
  await jo.page.keyboard.press('f')
  await jo.page.getByText('5 changes are saved in this browser').waitFor()
  await jo.page.close()
  await jo.context.setOffline(false)
  jo = { ...jo, page: await jo.context.newPage() }
  await openTrack(jo.page)
  await expect
    .poll(async () =>
      (await notes())
        .toSorted((a, b) => a.createdAt - b.createdAt)
        .slice(-3)
        .map(({ body, replies }) => [body, ...replies.map((reply) => reply.body)]),
    )
    .toEqual([['Hats are loud'], ['Bass hums', 'At 50 Hz'], ['Toms ring']])
  expect(await notes()).toHaveLength(7)
  await expect.poll(taskStates).toEqual(['LT-1 verified', 'LT-2 todo', 'LT-3 fixed'])
  await expect.poll(() => jo.page.getByText('Not sent yet').count()).toBe(0)
  for (const words of ['Hats are loud', 'Bass hums', 'Toms ring']) await card(tess.page, words).waitFor()
})

test('Ines fixes the rest in v3 and asks Jo, who approves by one press; Tess approves behind her link', async () => {
  const { page } = ines
  await upload(product, ines.page, { projectId, file: bounce(folder, SONG_MIXES.fixed, 'Glasshouse_v3.wav'), trackId })
  await page.getByRole('slider', { name: 'Glasshouse, version 3' }).first().waitFor({ timeout: 60_000 })
  await expect.poll(() => page.locator('[data-note]').count()).toBe(6)
  for (let left = 6; left > 0; left--) {
    await page.keyboard.press('n')
    await page.locator('[data-note][data-chosen="true"]').waitFor()
    await page.keyboard.press('x')
    await expect.poll(() => page.locator('[data-note]').count()).toBe(left - 1)
  }
  await bar(page, 3).getByRole('button', { name: 'Ask for approval' }).click()
  await page.getByRole('checkbox', { name: 'Jo Okafor' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Ask', exact: true }).click()
  await bar(jo.page, 3)
    .getByText(/^Ines Duarte asks you to approve v3/)
    .waitFor()
  await bar(jo.page, 3)
    .getByRole('button', { name: /^Approve/ })
    .click()
  await jo.page.getByText('You approved v3 of Glasshouse').first().waitFor()
  await tess.page.getByRole('button', { name: 'Approve v3' }).click()
  await tess.page
    .getByText(/^You approved v3 /)
    .first()
    .waitFor()
})

test('the record has both with the hash of that very file, and the project shows where the track stands', async () => {
  const { page } = ines
  const sha256 = createHash('sha256')
    .update(readFileSync(join(folder, 'Glasshouse_v3.wav')))
    .digest('hex')
  await bar(page, 3).getByRole('button', { name: 'More about approvals of v3' }).click()
  await page.getByRole('menuitem', { name: 'Approval history' }).click()
  const record = page.getByRole('list', { name: 'Approval history' })
  for (const name of ['Tess Albright (guest)', 'Jo Okafor']) {
    const line = record.getByRole('listitem').filter({ hasText: `${name} approved v3` })
    await line.getByText(sha256).waitFor()
    await line.getByRole('button', { name: /^Verify the file/ }).click()
    await line.getByText('The hash matches the stored file').waitFor()
  }
  await page.goto(`${product.url}/?projectId=${projectId}`)
  const row = page.locator('[data-track-row]', { hasText: 'Glasshouse' })
  await row.getByText('Approved', { exact: true }).first().waitFor()
  await page.getByText('1 of 1 approved').first().waitFor({ state: 'attached' })
})

test('nobody’s console complained of anything but the line, and Tess asked for nothing that is not hers', () => {
  expect(ines.complaints).toEqual([])
  // Her link reaches the newest version only: the notes of the one before are asked for in the moment when it is that
  // no longer.
  expect(refused.filter((url) => !url.includes('/notes?version='))).toEqual([])
  expect(tess.complaints.filter((words) => !words.includes('404'))).toEqual([])
  expect(jo.complaints.filter((words) => !/ERR_|WebSocket|Failed to load resource/.test(words))).toEqual([])
})

interface SaidNote {
  readonly body: string
  readonly byGuest: boolean
  readonly state: string
  readonly createdAt: number
  readonly place: { readonly fromSeconds: number; readonly toSeconds: number | null } | null
  readonly replies: readonly { readonly body: string }[]
}

/** In the order of the music. */
async function notes(): Promise<readonly SaidNote[]> {
  const { tracks } = await read(`/api/projects/${projectId}`)
  const { items } = await read(
    `/api/projects/${projectId}/tracks/${trackId}/notes?version=${tracks[0].currentVersionId}`,
  )
  return items.toSorted((a: SaidNote, b: SaidNote) => (a.place?.fromSeconds ?? 0) - (b.place?.fromSeconds ?? 0))
}

async function taskStates(): Promise<readonly string[]> {
  const { items } = await read(`/api/projects/${projectId}/tasks`)
  return items
    .toSorted((a: { number: number }, b: { number: number }) => a.number - b.number)
    .map(({ number, state }: { number: number; state: string }) => `LT-${number} ${state}`)
}

async function read(path: string) {
  return (await ines.page.request.get(product.url + path)).json()
}

/** Words of the notes that are listed, from the top. */
function said(page: Page): Promise<readonly string[]> {
  return page.locator('[data-note]').evaluateAll((all) => all.map((one) => one.querySelector('p')?.textContent ?? ''))
}

function card(page: Page, words: string): Locator {
  return page.locator('[data-note]', { hasText: words })
}

function task(page: Page, words: string): Locator {
  return page.locator('[data-task]', { hasText: words })
}

function checklist(page: Page, number: number): Locator {
  return page.getByRole('region', { name: `Checklist of v${number}` })
}

function bar(page: Page, number: number): Locator {
  return page.getByRole('region', { name: `Approval of v${number}` })
}

async function list(page: Page, name: 'Open' | 'Fixed' | 'All'): Promise<void> {
  await page.getByRole('group', { name: 'Which notes' }).getByRole('button', { name }).click()
}

async function menu(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'More for all notes' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
  await page.getByRole('dialog').waitFor()
}

/** Into the field that has the focus. */
async function write(page: Page, words: string, place = ''): Promise<void> {
  const field = page.getByRole('textbox', { name: new RegExp(`^New note.*${place}`) })
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.type(words)
  await page.keyboard.press('Control+Enter')
  await card(page, words).waitFor()
}

/** Selects from one share of the wave's width to another. */
async function dragRange(page: Page, from: number, to: number): Promise<void> {
  await dragAcross(page, from, to)
  await page.getByRole('slider', { name: 'Selection end' }).waitFor()
}

async function dragAcross(page: Page, from: number, to: number): Promise<void> {
  const box = await page
    .getByRole('slider', { name: /^Glasshouse, version/ })
    .first()
    .boundingBox()
  const [left, width, y] = [box?.x ?? 0, box?.width ?? 0, (box?.y ?? 0) + 60]
  await page.mouse.move(left + width * from, y)
  await page.mouse.down()
  await page.mouse.move(left + width * to, y, { steps: 4 })
  await page.mouse.up()
}

/** All notes as the browser saves them. */
async function takeMarkers(format: string): Promise<string> {
  const { page } = ines
  await menu(page, 'Export markers…')
  await page.getByRole('radio', { name: /^All \d/ }).check()
  await page.getByRole('radio', { name: format }).check()
  const coming = page.waitForEvent('download', { timeout: 60_000 })
  await page.getByRole('button', { name: /^Export \d/ }).click()
  const download = await coming
  const path = join(folder, download.suggestedFilename())
  await download.saveAs(path)
  return path
}

async function openTrack(page: Page): Promise<void> {
  await story.openTrack(page)
  await page.getByRole('textbox', { name: /^New note/ }).waitFor()
}

async function openShare(): Promise<void> {
  await tess.page.goto(link)
  await tess.page
    .getByRole('slider', { name: /^Glasshouse, version/ })
    .first()
    .waitFor({ timeout: 60_000 })
  await tess.page.getByRole('textbox', { name: /^New note/ }).waitFor()
}
