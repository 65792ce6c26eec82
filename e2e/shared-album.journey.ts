import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SONG_MIXES } from '#audio/song.ts'
import { bounce, picturesOfFailure, post, upload } from './openings.ts'
import { barriers } from './page-health.ts'
import { visit, type Visitor } from './product.ts'
import { openStory, type Story, type StoryProduct } from './story.ts'

/** Ines sends a label the album; Sam plays it through, takes it along, compares two mixes and approves it. */
let story: Story<'ines'>
let product: StoryProduct
let ines: Visitor
let sam: Visitor
let projectId = ''
let trackId = ''

beforeAll(async () => {
  story = await openStory({ people: { ines: 'Ines Duarte' } })
  ;({ product, projectId, trackId } = story)
  ;({ ines } = story.people)
  await upload(product, ines.page, {
    projectId,
    file: bounce(story.folder, SONG_MIXES.loud, 'louder.wav'),
    trackId,
  })
  await upload(product, ines.page, { projectId, file: bounce(story.folder), trackTitle: 'Kite' })
  sam = await visit(story.browser)
})
afterAll(() => story?.end())
picturesOfFailure('shared-album', () => ({ ines, sam }))

test('Sam opens it with the password and plays it: one field, two clicks', async () => {
  const { page } = sam
  await expect
    .poll(
      async () =>
        (await details()).trackVersions.filter(({ state }: { readonly state: string }) => state === 'ready').length,
      { timeout: 60_000 },
    )
    .toBe(3)
  await page.goto(await linkTo({ kind: 'project', latestOnly: true }, { password: 'seaglass' }))
  await page.getByLabel('Password', { exact: true }).fill('seaglass')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByRole('button', { name: 'Play all' }).click()
  await page.getByRole('button', { name: 'Pause Glasshouse' }).first().waitFor()
  expect(await barriers(page)).toEqual([])
})

test('the list comes first, and what plays is followed by the next track', async () => {
  const { page } = sam
  const list = page.getByRole('list', { name: 'In this share' })
  const wave = page.getByRole('slider', { name: /^Glasshouse, version/ })
  expect((await list.boundingBox())?.x ?? NaN).toBeLessThan((await wave.boundingBox())?.x ?? NaN)
  await wave.press('End')
  await page.getByRole('slider', { name: /^Kite, version/ }).waitFor({ timeout: 20_000 })
  await list.getByRole('button', { name: 'Kite', exact: true }).and(page.locator('[aria-current="true"]')).waitFor()
  await page.keyboard.press('k')
})

test('the lock screen has the title, who sent it, and the cover', async () => {
  const { title, artist, artwork } = await sam.page.evaluate(() => ({
    title: navigator.mediaSession.metadata?.title,
    artist: navigator.mediaSession.metadata?.artist,
    artwork: navigator.mediaSession.metadata?.artwork[0]?.src,
  }))
  expect([title, artist]).toEqual(['Kite', 'Ines Duarte'])
  expect(artwork).toMatch(/^data:image\/png|^blob:|^https?:/)
})

test('he takes all of it along by one click', async () => {
  const { page } = sam
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download all/ }).click()
  const download = await coming
  expect(download.suggestedFilename()).toMatch(/\.zip$/)
  const zip = readFileSync(await download.path()).toString('latin1')
  for (const title of ['Glasshouse', 'Kite']) expect(zip).toContain(title)
})

test('a link that gives files shows them on its page, to look at and to take along', async () => {
  const { page } = ines
  await page.goto(`${product.url}/?projectId=${projectId}&tab=files`)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files', exact: true }).click()
  await (
    await chooser
  ).setFiles([{ name: 'Lyrics.txt', mimeType: 'text/plain', buffer: Buffer.from('Glass in the tide') }])
  await page
    .getByRole('table', { name: /^Files of/ })
    .getByRole('button', { name: 'Lyrics.txt', exact: true })
    .waitFor()
  const without = await visit(story.browser)
  await without.page.goto(await linkTo({ kind: 'project', latestOnly: true }))
  await without.page.getByRole('button', { name: /^Download all/ }).waitFor()
  expect(await without.page.getByRole('region', { name: 'Files' }).count()).toBe(0)
  const guest = await visit(story.browser)
  const may = { comment: true, seeNotes: true, approve: true, download: true, upload: false, files: true }
  await guest.page.goto(await linkTo({ kind: 'project', latestOnly: true }, { may }))
  const files = guest.page.getByRole('region', { name: 'Files' })
  await files.getByRole('button', { name: 'Lyrics.txt', exact: true }).click()
  const dialog = guest.page.getByRole('dialog')
  await dialog.getByText('Glass in the tide').waitFor()
  expect(await barriers(guest.page)).toEqual([])
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  expect(await barriers(guest.page)).toEqual([])
  const coming = guest.page.waitForEvent('download')
  await files.getByRole('button', { name: /^Download Lyrics\.txt/ }).click()
  expect(readFileSync(await (await coming).path(), 'utf8')).toBe('Glass in the tide')
  const all = guest.page.waitForEvent('download')
  await guest.page.getByRole('button', { name: /^Download all/ }).click()
  expect(readFileSync(await (await all).path()).toString('latin1')).toContain('Files/Lyrics.txt')
  expect([...without.complaints, ...guest.complaints]).toEqual([])
  await Promise.all([without.context.close(), guest.context.close()])
})

test('he approves all by one press, gives his name once, and sees a tick at each track', async () => {
  const { page } = sam
  await page.getByRole('button', { name: 'Approve all 2' }).click()
  await page.getByRole('textbox', { name: 'Your name' }).fill('Sam Ibarra')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('You approved all 2 tracks.').first().waitFor()
  const list = page.getByRole('list', { name: 'In this share' })
  await expect.poll(() => list.getByText('You approved this').count()).toBe(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('You approved 0 of 2 tracks.').first().waitFor()
})

test('two versions play equally loud at the same place, and one sentence says what changed', async () => {
  const { page, context } = await visit(story.browser)
  await page.goto(await linkTo({ kind: 'tracks', trackIds: [trackId], latestOnly: false }))
  const group = page.getByRole('group', { name: 'Compare two versions' })
  await page.getByText(/^v2 against v1:/).waitFor({ timeout: 60_000 })
  await page.getByText('Both play at the same loudness.').waitFor()
  await page.getByRole('button', { name: 'Play Glasshouse' }).click()
  await page.getByRole('button', { name: 'Pause Glasshouse' }).waitFor()
  await page.keyboard.press('2')
  await group.locator('[aria-pressed="true"]', { hasText: 'v1' }).waitFor()
  await page.getByRole('slider', { name: 'Glasshouse, version 1' }).waitFor()
  await page.getByRole('button', { name: 'Pause Glasshouse' }).waitFor()
  await group.getByRole('button', { name: /^v2/ }).click()
  await page.getByRole('slider', { name: 'Glasshouse, version 2' }).waitFor()
  await page.getByRole('button', { name: 'Pause Glasshouse' }).waitFor()
  expect(await barriers(page)).toEqual([])
  await context.close()
})

test('on a phone he flips the versions at the foot and in the full-screen player, and writes from there', async () => {
  const { page, context, complaints } = await visit(story.browser, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  await page.goto(await linkTo({ kind: 'project', latestOnly: false }))
  const foot = page.getByRole('region', { name: 'Player and answer' })
  await foot.getByRole('button', { name: 'Hear v1 at the same place' }).tap()
  await foot.getByRole('button', { name: 'Hear v2 at the same place' }).waitFor()
  await foot.getByRole('button', { name: /^Open the full-screen player/ }).tap()
  const player = page.getByRole('dialog', { name: 'Glasshouse' })
  const newer = player.getByRole('group', { name: 'Flip between versions' }).getByRole('button', { name: /^v2/ })
  await newer.tap()
  await newer.and(page.locator('[aria-pressed="true"]')).waitFor()
  expect(await barriers(page)).toEqual([])
  await player.getByRole('button', { name: 'Write a note' }).tap()
  await page.getByRole('textbox', { name: /^New note, At/ }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a link without rights has no button for them, and a track that does not load says so', async () => {
  const { page, context, complaints } = await visit(story.browser)
  await page.goto(
    await linkTo(
      { kind: 'project', latestOnly: true },
      { may: { comment: false, seeNotes: false, approve: false, download: false, upload: false } },
    ),
  )
  await page.getByRole('button', { name: 'Play all' }).waitFor()
  for (const name of [/^Download/, /^Approve/, 'Ask for changes', 'Send a file back'])
    expect(await page.getByRole('button', { name }).count()).toBe(0)
  expect(await page.getByRole('textbox').count()).toBe(0)
  await page.route('**/stream*', (route) => route.fulfill({ status: 404, body: '' }))
  await page.route('**/index*', (route) => route.fulfill({ status: 404, body: '' }))
  await page.getByRole('button', { name: 'Play all' }).click()
  await page.getByText('This track did not load.').waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('This track did not load.').waitFor({ state: 'detached' })
  expect(complaints.filter((words) => !words.includes('404'))).toEqual([])
  await context.close()
})

test('nobody’s console complained', () => {
  expect([...ines.complaints, ...sam.complaints]).toEqual([])
})

async function linkTo(what: object, more: object = {}): Promise<string> {
  const { items } = await post(product, ines.page, `/api/projects/${projectId}/shares`, {
    what,
    may: { comment: true, seeNotes: true, approve: true, download: true, upload: false },
    ...more,
  })
  return product.url + new URL(items?.[0]?.url ?? '').pathname
}

async function details() {
  return (await ines.page.request.get(`${product.url}/api/projects/${projectId}`)).json()
}
