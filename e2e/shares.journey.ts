import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { post, signUp, upload } from './openings.ts'
import { barriers, barriersInBothThemes } from './page-health.ts'
import { visit, type Visitor } from './product.ts'
import { openStory, type Story, type StoryProduct } from './story.ts'

/**
 * Ines sends a link; Tess, who has no account, hears the record, says what should change, answers, and makes an account
 * later.
 */
let song = ''
let story: Story<'ines' | 'tess'>
let product: StoryProduct
let ines: Visitor
let tess: Visitor
let projectId = ''
let trackId = ''
let link = ''

beforeAll(async () => {
  story = await openStory({ people: { ines: 'Ines Duarte', tess: 'Tess Albright' }, guests: ['tess'] })
  ;({ product, projectId, trackId } = story)
  ;({ ines, tess } = story.people)
  song = join(story.folder, 'bounce.wav')
  await upload(product, ines.page, { projectId, file: song, trackTitle: 'Kite' })
  await ines.page.goto(`${product.url}/?projectId=${projectId}&trackId=${trackId}`)
  await ines.page
    .getByRole('slider', { name: /^Glasshouse, version/ })
    .first()
    .waitFor({ timeout: 60_000 })
})
afterAll(() => story?.end())

// What the two saw when something went wrong.
beforeEach(({ onTestFailed }) => {
  onTestFailed(async () => {
    for (const [name, { page }] of Object.entries({ ines, tess }))
      await page.screenshot({ path: join('.cache', `shares-${name}.png`) }).catch(() => undefined)
  })
})

test('Ines makes a link to a track by one key', async () => {
  const { page } = ines
  await page.keyboard.press('.')
  const dialog = page.getByRole('dialog', { name: 'Share Glasshouse' })
  link = await dialog.getByRole('textbox', { name: 'Link', exact: true }).inputValue()
  expect(link).toMatch(/\/s\/[A-Za-z0-9_-]{24}$/)
  expect(await barriers(page)).toEqual([])
  await dialog.getByRole('switch', { name: 'Download' }).check()
  await dialog.getByText('Options').click()
  await dialog.getByRole('button', { name: 'Show QR code' }).click()
  await dialog.getByText('QR code of the link').first().waitFor()
  await dialog.getByRole('checkbox', { name: 'Send files back' }).check()
  await dialog.getByLabel('Message').fill('Is the lift big enough?')
  expect(await barriers(page)).toEqual([])
  await dialog.getByLabel('Note to yourself').focus()
  await dialog.getByText('Saved').waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
})

test('the next time it is the same link, as she left it', async () => {
  const { page } = ines
  await page.keyboard.press('.')
  const dialog = page.getByRole('dialog', { name: 'Share Glasshouse' })
  await expect.poll(() => dialog.getByRole('textbox', { name: 'Link', exact: true }).inputValue()).toBe(link)
  expect(await dialog.getByRole('switch', { name: 'Download' }).isChecked()).toBe(true)
  await dialog.getByText('Options').click()
  expect(await dialog.getByLabel('Message').inputValue()).toBe('Is the lift big enough?')
  await page.keyboard.press('Escape')
})

test('a browser that is too old says so, at the link and at the sign-in', async () => {
  const lacks: readonly (() => unknown)[] = [
    () => Reflect.deleteProperty(Promise, 'withResolvers'),
    () => Reflect.deleteProperty(Intl, 'Segmenter'),
    () => Object.assign(CSS, { supports: () => false }),
    () => Object.assign(globalThis, { Promise: undefined, CSS: undefined }),
  ]
  for (const [number, takeAway] of lacks.entries()) {
    const { context, page } = await visit(story.browser)
    await context.addInitScript(takeAway)
    await page.goto(number % 2 === 0 ? here() : product.url)
    await page.getByRole('heading', { name: 'This browser is too old for Roughmix' }).waitFor()
    expect(await page.locator('body > *').count()).toBe(1)
    await context.close()
  }
})

test('a page without https says so, and what plays there says why it does not', async () => {
  const { context, page } = await visit(story.browser)
  await context.addInitScript(() => {
    Object.defineProperty(globalThis, 'isSecureContext', { value: false })
    Reflect.deleteProperty(BaseAudioContext.prototype, 'audioWorklet')
  })
  await page.goto(product.url)
  await page.getByText('browsers play sound here only over https').waitFor()
  await page.goto(here())
  await page.getByRole('button', { name: 'Play Glasshouse' }).click()
  await page.getByText('Browsers only play this over HTTPS, which this address does not use.').waitFor()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  expect(await page.getByRole('status').filter({ hasText: 'This address is not https' }).count()).toBe(0)
  await context.close()
})

test('Tess opens it without an account, sees what was shared and nothing else, and hears it', async () => {
  const { page } = tess
  await page.goto(here())
  await page.getByRole('heading', { level: 1, name: 'Glasshouse' }).waitFor()
  await page.getByText('Is the lift big enough?').first().waitFor()
  expect(await page.getByText('Kite').count()).toBe(0)
  await page
    .getByRole('slider', { name: /^Glasshouse, version/ })
    .first()
    .waitFor()
  const told = page.waitForResponse((response) => response.url().endsWith('/plays'))
  await page.getByRole('button', { name: 'Play Glasshouse' }).click()
  await page.getByRole('button', { name: 'Pause Glasshouse' }).waitFor()
  expect((await told).status()).toBe(200)
  await page.keyboard.press('Space')
})

test('her name is asked in the first note and known after a reload; Ines sees it at once', async () => {
  const { page } = tess
  await page.getByRole('textbox', { name: /^New note/ }).fill('Love this lift')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Enter your name').first().waitFor()
  await page.getByRole('textbox', { name: 'Your name' }).fill('Tess Albright')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await card(page, 'Love this lift').waitFor()
  await page
    .getByRole('status')
    .filter({ hasText: /^Note sent at 0:/ })
    .waitFor({ state: 'attached' })
  await card(ines.page, 'Love this lift').getByText('Tess Albright (guest)').first().waitFor()
  await page.reload()
  await page.getByText('Listening as Tess Albright').first().waitFor()
  await card(page, 'Love this lift').waitFor()
  await page.getByRole('textbox', { name: /^New note/ }).waitFor()
})

test('an answer of Ines reaches her', async () => {
  const { page } = ines
  await card(page, 'Love this lift').getByText('Love this lift').click()
  await card(page, 'Love this lift').getByRole('button', { name: 'Reply' }).click()
  await page.keyboard.type('It stays')
  await page.keyboard.press('Control+Enter')
  await card(tess.page, 'Love this lift').getByText('It stays').first().waitFor()
})

test('she approves this exact file, undoes it, and approves it again; the track is not approved by that', async () => {
  const { page } = tess
  const approved = page.getByText(/^You approved v1 /).first()
  await page.getByRole('button', { name: 'Approve v1' }).click()
  await approved.waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Approve v1' }).click()
  await approved.waitFor()
  await page.reload()
  await approved.waitFor()
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  const { tracks } = await details()
  expect(tracks.find(({ id }: { id: string }) => id === trackId).status).not.toBe('approved')
  await ines.page.getByText('Tess Albright (guest)').first().waitFor({ state: 'attached' })
})

test('nothing of an engineer’s desk is on her page, and the wheel moves the page over the wave', async () => {
  const { page } = tess
  for (const words of [/SHA-256/, /LUFS/, /unread/, /bit-true/i]) expect(await page.getByText(words).count()).toBe(0)
  for (const name of ['Zoom in', 'Fixed', 'Open'])
    expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0)
  await page.setViewportSize({ width: 1440, height: 480 })
  await page.getByRole('slider', { name: /^Glasshouse, version/ }).hover()
  await page.mouse.wheel(0, 200)
  await expect.poll(() => page.locator('[data-page-scroller]').evaluate((one) => one.scrollTop)).toBeGreaterThan(20)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('a file she sends back is a proposal: Ines has it, and everybody still hears v1', async () => {
  const { page } = tess
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Send a file back' }).click()
  await (await chooser).setFiles(song)
  await page.getByText('bounce.wav has arrived').first().waitFor({ timeout: 30_000 })
  await expect
    .poll(
      async () =>
        (await details()).trackVersions.find(
          ({ number, trackId: of }: { number: number; trackId: string }) => number === 2 && of === trackId,
        )?.guestName,
      { timeout: 30_000 },
    )
    .toBe('Tess Albright')
  const { tracks, trackVersions } = await details()
  const track = tracks.find(({ id }: { id: string }) => id === trackId)
  expect(trackVersions.find(({ id }: { id: string }) => id === track.currentVersionId).number).toBe(1)
})

test('she takes the original along, byte for byte', async () => {
  const { page } = tess
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download WAV/ }).click()
  const path = await (await download).path()
  expect(readFileSync(path).equals(readFileSync(song))).toBe(true)
})

test.each([1440, 390, 320])('nothing stands in a guest’s way at %i px, dark and light', async (width) => {
  const { page } = tess
  await page.setViewportSize({ width, height: width < 720 ? 844 : 900 })
  await page.reload()
  await card(page, 'Love this lift').waitFor()
  await page
    .getByText(/^You approved v1 /)
    .first()
    .waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBe(0)
})

test('the table says what came of the link', async () => {
  const { page } = ines
  await page.goto(`${product.url}/shares`)
  const row = page.getByRole('row', { name: /Anyone with the link/ })
  await row.waitFor()
  await expect
    .poll(async () => Number(await row.getByRole('cell').nth(4).textContent()), { timeout: 30_000 })
    .toBeGreaterThan(0)
  expect(await barriers(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('list', { name: 'Share links' }).waitFor()
  expect(await barriers(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('Tess makes an account, and her note becomes hers', async () => {
  const { page } = tess
  await page.setViewportSize({ width: 1440, height: 900 })
  await signUp(product, page, 'Tess Albright', story.emailOf('tess'))
  await page.goto(here())
  await page.getByRole('button', { name: 'This note is mine' }).click()
  await page.getByText('1 note is now in your account', { exact: true }).first().waitFor()
  await expect
    .poll(async () =>
      (await notes()).map(({ authorName, byGuest }: { authorName: string; byGuest: boolean }) => [authorName, byGuest]),
    )
    .toEqual([['Tess Albright', false]])
})

test('a revoked link closes while she looks, and says nothing of what was there; undone, it opens again', async () => {
  await ines.page.getByRole('button', { name: /^Menu of the link/ }).click()
  await ines.page.getByRole('menuitem', { name: 'Turn off' }).click()
  await tess.page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
  expect(await tess.page.locator('body').innerText()).not.toMatch(/Glasshouse|Low Tide|Ines/)
  expect(await barriers(tess.page)).toEqual([])
  await ines.page.getByRole('button', { name: 'Undo' }).click()
  await ines.page.getByRole('table').getByText('Active', { exact: true }).first().waitFor()
  await tess.page.goto(here())
  await tess.page.getByRole('heading', { level: 1, name: 'Glasshouse' }).waitFor()
})

test('an answer she is writing stays with the version it is about when a newer one comes', async () => {
  const { page } = tess
  await page.getByRole('button', { name: 'Ask for changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask for changes to v1 of Glasshouse?' })
  await dialog.getByRole('textbox').fill('Half a verdict')
  await upload(product, ines.page, { projectId, file: song, trackId })
  await dialog.getByText(/^v3 is current now/).waitFor({ timeout: 60_000 })
  expect(await dialog.getByRole('textbox').inputValue()).toBe('Half a verdict')
  expect(await barriers(page)).toEqual([])
  await page.screenshot({ path: '.cache/guest-newer.png' })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Approve v3' }).waitFor()
})

test('a password is asked for and a wrong one leaves her outside', async () => {
  const made = await post(product, ines.page, `/api/projects/${projectId}/shares`, {
    what: { kind: 'project', latestOnly: true },
    may: { comment: false, seeNotes: false, approve: false, download: false, upload: false },
    password: 'seaglass',
  })
  const guest = await visit(story.browser, { viewport: { width: 390, height: 844 } })
  await guest.page.goto(product.url + new URL(made.items?.[0]?.url ?? '').pathname)
  await guest.page.getByLabel('Password', { exact: true }).fill('seagrass')
  await guest.page.keyboard.press('Enter')
  await guest.page.getByText('Wrong password.').first().waitFor()
  expect(await barriers(guest.page)).toEqual([])
  await guest.page.getByLabel('Password', { exact: true }).fill('seaglass')
  await guest.page.keyboard.press('Enter')
  await guest.page.getByRole('list', { name: 'In this share' }).getByText('Kite').first().waitFor()
  expect(guest.complaints).toEqual([])
})

test('on a phone the answer and the field stay at the foot, and thousands of notes are a window', async () => {
  const { tracks } = await (await ines.page.request.get(`${product.url}/api/projects/${projectId}`)).json()
  const { id, currentVersionId: versionId } = tracks.find((track: { id: string }) => track.id === trackId)
  for (let second = 0; second < 90; second += 1)
    await post(product, ines.page, `/api/projects/${projectId}/tracks/${id}/notes`, {
      versionId,
      fromSeconds: second / 10,
      toSeconds: null,
      body: `Remark ${second}`,
    })
  const made = await post(product, ines.page, `/api/projects/${projectId}/shares`, {
    what: { kind: 'project', latestOnly: true },
    may: { comment: true, seeNotes: true, approve: true, download: true, upload: false },
  })
  const guest = await visit(story.browser, { viewport: { width: 390, height: 844 } })
  const { page } = guest
  await page.goto(`${product.url}${new URL(made.items?.[0]?.url ?? '').pathname}?trackId=${id}`)
  await page.getByText('Remark 0', { exact: true }).waitFor()
  const parts = [
    page.getByRole('list', { name: 'In this share' }),
    page.getByRole('textbox', { name: /^New note/ }),
    page.getByText('Remark 0', { exact: true }),
  ]
  const tops = await Promise.all(parts.map(async (part) => (await part.boundingBox())?.y ?? NaN))
  expect(tops.toSorted((a, b) => a - b)).toEqual(tops)
  const dock = page.getByRole('region', { name: 'Player and answer' })
  for (const name of [/^Play Glasshouse/, 'Write a note', 'Ask for changes', /^Approve all/]) {
    const box = await dock.getByRole('button', { name }).boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844)
  }
  expect(await page.locator('[data-note]').count()).toBeLessThan(50)
  await page.getByText('Remark 0', { exact: true }).hover()
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 4000)
      return page.getByText('Remark 89', { exact: true }).count()
    })
    .toBe(1)
  expect(await page.locator('[data-note]').count()).toBeLessThan(50)
  await dock.getByRole('button', { name: 'Write a note' }).click()
  await page.keyboard.type('From the train')
  await page.getByRole('textbox', { name: 'Your name' }).fill('Tess')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('From the train', { exact: true }).first().waitFor({ state: 'attached' })
  await guest.context.close()
})

test('nobody’s console complained', () => {
  expect(ines.complaints).toEqual([])
  // What was open while the link was revoked is refused in the middle of it.
  expect(tess.complaints.filter((words) => !words.includes('404'))).toEqual([])
})

function here(): string {
  return product.url + new URL(link).pathname
}

function card(page: Page, words: string): Locator {
  return page.locator('[data-note]', { hasText: words })
}

async function details() {
  return (await ines.page.request.get(`${product.url}/api/projects/${projectId}`)).json()
}

async function notes() {
  const { tracks } = await details()
  const { currentVersionId } = tracks.find(({ id }: { id: string }) => id === trackId)
  return (
    await (
      await ines.page.request.get(
        `${product.url}/api/projects/${projectId}/tracks/${trackId}/notes?version=${currentVersionId}`,
      )
    ).json()
  ).items
}
