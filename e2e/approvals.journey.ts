import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SONG_MIXES } from '#audio/song.ts'
import { bounce, picturesOfFailure, upload } from './openings.ts'
import { barriers, barriersInBothThemes } from './page-health.ts'
import type { Visitor } from './product.ts'
import { openStory, type Story, type StoryProduct } from './story.ts'

/** Ines asks, Jo judges: from the first request to the version that is locked as final. */
let folder = ''
let story: Story<'ines' | 'jo'>
let product: StoryProduct
let ines: Visitor
let jo: Visitor
let projectId = ''
let trackId = ''
let firstId = ''

picturesOfFailure('approvals', () => ({ ines, jo }))
beforeAll(async () => {
  story = await openStory({ people: { ines: 'Ines Duarte', jo: 'Jo Okafor' } })
  ;({ product, folder, projectId, trackId, versionId: firstId } = story)
  ;({ ines, jo } = story.people)
  await jo.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await Promise.all([ines, jo].map(({ page }) => openTrack(page)))
})
afterAll(() => story?.end())

test('Ines asks Jo to approve the version and those that follow; he sees it at once', async () => {
  const { page } = ines
  await bar(page, 1).getByRole('button', { name: 'Ask for approval' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask for approval of v1 of Glasshouse' })
  await dialog.getByRole('checkbox', { name: 'Jo Okafor' }).check()
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Is the outro too long?')
  await dialog.getByRole('textbox', { name: 'Due' }).fill('2099-11-28')
  expect(await barriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await bar(jo.page, 1)
    .getByText(/^Ines Duarte asks you to approve v1.* due Nov 28, 2099$/)
    .waitFor()
  await status(jo.page, 'In review')
})

test('Jo’s list of projects and the project’s page say that it waits for him', async () => {
  const { page } = jo
  await page.goto(product.url)
  await page.getByText('1 waits for your approval').first().waitFor()
  await page.getByRole('button', { name: 'Awaiting me' }).click()
  await page.getByRole('link', { name: 'Low Tide' }).first().waitFor()
  expect(new URL(page.url()).searchParams.get('waiting')).toBe('me')
  await page.goto(`${product.url}/?projectId=${projectId}`)
  await page.getByText('waits for you', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Awaiting me, 1' }).click()
  await page.getByRole('link', { name: 'Glasshouse' }).waitFor()
  expect(await barriers(page)).toEqual([])
})

test('he asks for changes in words, which are a note where he is', async () => {
  const { page } = jo
  await openTrack(page)
  await page.keyboard.press('ArrowRight')
  await bar(page, 1).getByRole('button', { name: 'Add a comment' }).click()
  await page.getByRole('textbox', { name: 'Comment on your decision about v1' }).fill('Snare rings')
  await bar(page, 1)
    .getByRole('button', { name: /^Ask for changes/ })
    .click()
  await page.getByRole('textbox', { name: 'Comment on your decision about v1' }).waitFor({ state: 'detached' })
  await bar(ines.page, 1).getByText('Jo Okafor: Changes requested').first().waitFor()
  await status(ines.page, 'Changes requested')
  const card = ines.page.locator('[data-note]', { hasText: 'Snare rings' })
  await card.getByRole('button', { name: 'Play from 0:05.000' }).waitFor()
})

test('a new version waits for him again and knows what he said before; he approves with one key', async () => {
  // What he is saying is about v1, and stays with it.
  await bar(jo.page, 1).getByRole('button', { name: 'Add a comment' }).click()
  const said = jo.page.getByRole('textbox', { name: 'Comment on your decision about v1' })
  await said.fill('Half a verdict')
  await upload(product, ines.page, { projectId, file: bounce(folder, SONG_MIXES.fixed), trackId })
  await jo.page.getByText('You are on v1; v2 is current').first().waitFor({ timeout: 60_000 })
  expect(await said.inputValue()).toBe('Half a verdict')
  await said.press('Escape')
  await bar(jo.page, 2)
    .getByText(/^Ines Duarte asks you to approve v\d.* due Nov 28, 2099 · You asked for changes to v1$/)
    .waitFor({ timeout: 60_000 })
  await jo.page.getByRole('slider', { name: 'Glasshouse, version 2' }).first().waitFor({ timeout: 60_000 })
  await jo.page.keyboard.press('Shift+A')
  await jo.page.getByText('You approved v2 of Glasshouse').first().waitFor()
  await bar(ines.page, 2).getByText('Jo Okafor: Approved').first().waitFor()
  await status(ines.page, 'Approved')
})

test('the record has both, with a receipt to copy and the file’s hash to check', async () => {
  const { page } = jo
  await bar(page, 2).getByRole('button', { name: 'More about approvals of v2' }).click()
  await page.getByRole('menuitem', { name: 'Approval history' }).click()
  const record = page.getByRole('dialog', { name: 'Approvals of Glasshouse' })
  await record.getByText('Jo Okafor asked for changes to v1').first().waitFor()
  await record.getByText('Ines Duarte asked Jo Okafor to approve v1').first().waitFor()
  await record.getByRole('button', { name: 'Verify the file that Jo Okafor decided on, v2' }).click()
  await record.getByText('The hash matches the stored file').first().waitFor()
  await record.getByRole('button', { name: 'Copy receipt of Jo Okafor on v2' }).click()
  await page.getByText('Receipt copied').first().waitFor()
  const receipt = await page.evaluate(() => navigator.clipboard.readText())
  expect(receipt.split('\n').slice(0, 7)).toEqual([
    'Approved',
    'Project: Low Tide',
    'Track: Glasshouse, v2',
    expect.stringMatching(/^File: Glasshouse\.wav, \d+ bytes$/),
    expect.stringMatching(/^SHA-256: [0-9a-f]{64}$/),
    'By: Jo Okafor',
    expect.stringMatching(/^At: 2\d{3}-/),
  ])
  expect(await barriers(page)).toEqual([])
  await page.keyboard.press('Escape')
})

test('a link to an earlier version says so, with a way to the current one', async () => {
  const { page } = jo
  await page.goto(`${product.url}/?projectId=${projectId}&trackId=${trackId}&version=${firstId}`)
  await page.getByText('You are on v1; v2 is current').first().waitFor()
  await page.getByRole('button', { name: 'Show v2' }).click()
  await bar(page, 2).waitFor()
  await page.getByText('You are on v1').waitFor({ state: 'detached' })
})

test('any version is compared from where it stands', async () => {
  const { page } = ines
  await page.goto(`${product.url}/?projectId=${projectId}`)
  await page.getByTitle('Show the versions of Glasshouse').click()
  await page
    .getByRole('list', { name: 'Versions of Glasshouse' })
    .getByText('Glasshouse.wav')
    .last()
    .click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Compare with the current version' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('compare')?.split(',').length).toBe(2)
  await openTrack(page)
  await page.locator('[data-note]', { hasText: 'Snare rings' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Compare with v1 before it' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('compare')?.split(',').length).toBe(2)
})

test('a deleted version comes back from the trash, and an old one is made the newest again', async () => {
  const { page } = ines
  await openTrack(page)
  await page.getByRole('tab', { name: 'Versions' }).click()
  await page.getByRole('button', { name: 'Menu of v1' }).click()
  await page.getByRole('menuitem', { name: 'Delete v1' }).click()
  await page.getByRole('button', { name: 'Menu of v1' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Deleted versions' }).click()
  await page.getByRole('button', { name: 'Restore v1' }).click()
  await page.getByRole('button', { name: 'Menu of v1' }).click()
  await page.getByRole('menuitem', { name: 'Make v1 the newest again' }).click()
  await page.getByText('restored from v1').first().waitFor()
  await bar(page, 3).getByText('Jo Okafor: Waiting').first().waitFor()
  await page.getByRole('slider', { name: 'Glasshouse, version 3' }).first().waitFor()
})

test('locked as final, it stays as it is for everybody until it is unlocked', async () => {
  const { page } = ines
  await page.getByRole('button', { name: 'Menu of v2' }).click()
  await page.getByRole('menuitem', { name: 'Lock v2 as final' }).click()
  await page.getByText('v2 is final. Locked by Ines Duarte').first().waitFor()
  await bar(page, 2).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Upload new version' }).isDisabled()).toBe(true)
  await jo.page.getByText('v2 is final. Locked by Ines Duarte').first().waitFor()
  await expect.poll(() => jo.page.getByRole('button', { name: 'Unlock' }).count()).toBe(0)
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Unlock' }).click()
  await page.getByText('v2 is final').waitFor({ state: 'detached' })
  await status(jo.page, 'In review')
})

test.each([1440, 390])('nothing stands in anybody’s way at %i px, dark and light', async (width) => {
  const { page } = ines
  await page.setViewportSize({ width, height: 844 })
  await openTrack(page)
  await bar(page, 3).getByText('Jo Okafor: Waiting').waitFor({ state: 'attached' })
  await bar(page, 3).getByRole('button', { name: 'Add a comment' }).click()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.goto(`${product.url}/?projectId=${projectId}&trackId=${trackId}&versionId=${firstId}`)
  await page.getByText('You are on v1').first().waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBe(0)
  await page.goto(`${product.url}/?projectId=${projectId}`)
  await page.getByText('0 of 1 approved').first().waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBe(0)
})

test('on a phone one press approves', async () => {
  const { page } = jo
  await page.setViewportSize({ width: 390, height: 844 })
  await openTrack(page)
  await bar(page, 3)
    .getByRole('button', { name: /^Approve/ })
    .click()
  await page.getByText('You approved v3 of Glasshouse').first().waitFor()
})

test('nobody’s console complained', () => {
  expect(ines.complaints).toEqual([])
  expect(jo.complaints).toEqual([])
})

function bar(page: Page, number: number) {
  return page.getByRole('region', { name: `Approval of v${number}` })
}

async function status(page: Page, words: string): Promise<void> {
  await page.getByRole('banner').getByText(words, { exact: true }).first().waitFor()
}

async function openTrack(page: Page): Promise<void> {
  await story.openTrack(page)
  await page.getByRole('button', { name: /^Approve/ }).waitFor()
}
