import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oneStory } from './one-story.ts'
import { bounce, call, picturesOfFailure, post, upload } from './openings.ts'
import { barriers, barriersInBothThemes } from './page-health.ts'
import type { Visitor } from './product.ts'
import { openStory, type Story, type StoryProduct } from './story.ts'

/** Jo and Ines disagree about the vocal: what a note is about, who sees it, what is new, and all of it on a phone. */
let folder = ''
let story: Story<'ines' | 'jo'>
let product: StoryProduct
let ines: Visitor
let jo: Visitor
let projectId = ''
let trackId = ''
let versionId = ''

oneStory()
picturesOfFailure('notes-depth', () => ({ ines, jo }))
beforeAll(async () => {
  story = await openStory({ people: { ines: 'Ines Duarte', jo: 'Jo Okafor' } })
  ;({ product, folder, projectId, trackId, versionId } = story)
  ;({ ines, jo } = story.people)
  await openTrack(jo.page)
})
afterAll(() => story?.end())

test('Jo says what his note is about with the keyboard alone: a section, his own part, and more of it', async () => {
  const { page } = jo
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('c')
  await page.getByRole('textbox', { name: 'New note, At 0:05.000' }).waitFor()
  await page.keyboard.type('The **vocal** is too low')
  await composer(page).getByRole('button', { name: 'Section' }).press('Enter')
  await page.getByRole('menuitemradio', { name: 'Chorus', exact: true }).press('Enter')
  await composer(page).getByRole('button', { name: 'Section: Chorus' }).waitFor()
  await composer(page).getByRole('button', { name: 'Part' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Other…' }).press('Enter')
  await composer(page).getByRole('textbox', { name: 'Part' }).fill('Lead vocal')
  await page.keyboard.press('Enter')
  await composer(page).getByRole('button', { name: 'Part: Lead vocal' }).waitFor()
  await composer(page).getByRole('button', { name: 'More', exact: true }).press('Enter')
  await page.getByRole('textbox', { name: /^New note/ }).focus()
  await page.keyboard.press('Control+Enter')
  await card(page, 'vocal is too low').getByText('Lead vocal, more').first().waitFor()
  await card(page, 'vocal is too low').getByText('Chorus').first().waitFor()
  await expect.poll(() => card(page, 'vocal is too low').locator('strong').textContent()).toBe('vocal')
})

test('Ines finds it unread, sees it, and it is unread no longer', async () => {
  const { page } = ines
  await openTrack(page)
  await page.getByRole('button', { name: '1 unread' }).waitFor()
  const marked = page.waitForResponse(
    (response) => response.url().endsWith('/notes/seen') && response.request().method() === 'PUT',
  )
  await page.getByRole('button', { name: '1 unread' }).waitFor({ state: 'detached' })
  await marked
  await page.reload()
  await card(page, 'vocal is too low').waitFor()
  await expect.poll(() => page.getByRole('button', { name: '1 unread' }).count()).toBe(0)
})

test('she asks for the opposite: both notes say so, the lane says so, and one leads to the other', async () => {
  await note(ines.page, {
    body: 'Vocal down 1 dB here',
    fromSeconds: 4,
    toSeconds: 8,
    part: 'lead vocal',
    direction: 'less',
  })
  for (const { page } of [ines, jo])
    await card(page, 'Vocal down').getByRole('button', { name: 'Contradicts Jo Okafor at 0:05.000' }).waitFor()
  await jo.page
    .getByRole('button', { name: /Note by Ines Duarte, open, lead vocal, less, contradicts Jo Okafor/ })
    .waitFor()
  await card(jo.page, 'vocal is too low').getByRole('button', { name: 'Contradicts Ines Duarte at 0:04.000' }).click()
  await expect.poll(() => card(jo.page, 'Vocal down').getAttribute('data-chosen')).toBe('true')
})

test('words that want to be a script are words', async () => {
  await note(ines.page, {
    body:
      '<img src=x onerror="document.title=1"> [press](javascript:document.title=2) **' +
      '<script>document.title=3</script>**\n- one\n- [two](https://example.com/two)',
    fromSeconds: 10,
  })
  const written = card(jo.page, 'onerror')
  await written.getByText('[press](javascript:document.title=2)').first().waitFor()
  await expect.poll(() => written.locator('img, script').count()).toBe(0)
  await expect
    .poll(() =>
      written
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => [link.getAttribute('href'), link.getAttribute('rel')])),
    )
    .toEqual([['https://example.com/two', 'noopener noreferrer nofollow']])
  await expect.poll(() => written.getByRole('listitem').count()).toBe(2)
  expect(await jo.page.title()).toContain('Glasshouse')
})

test('a note for the team only says so', async () => {
  const { page } = jo
  await page.keyboard.press('c')
  await page.keyboard.type('Not for the client')
  await composer(page).getByRole('button', { name: 'Who can see it: Everyone' }).press('Enter')
  await page.getByRole('menuitemradio', { name: 'Team only' }).press('Enter')
  await composer(page).getByRole('button', { name: 'Who can see it: Team only' }).waitFor()
  await page.getByRole('textbox', { name: /^New note/ }).focus()
  await page.keyboard.press('Control+Enter')
  await card(ines.page, 'Not for the client').getByText('Team only').first().waitFor()
})

test('the list is narrowed by part and author, and widened again by the chips', async () => {
  const { page } = jo
  await filter(page, 'Part', 'lead vocal')
  await expect.poll(() => page.locator('[data-note]').count()).toBe(2)
  await filter(page, 'Written by', 'Mine')
  await expect.poll(() => page.locator('[data-note]').count()).toBe(1)
  await page.getByRole('button', { name: 'Remove Part: lead vocal' }).click()
  await expect.poll(() => page.locator('[data-note]').count()).toBe(2)
  await page.getByRole('button', { name: 'Remove Written by: Mine' }).click()
  await expect.poll(() => page.locator('[data-note]').count()).toBe(4)
  await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter')
  await page.getByRole('menuitemradio', { name: 'Newest first' }).press('Enter')
  await expect.poll(() => page.locator('[data-note]').first().textContent()).toContain('Not for the client')
  await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter')
  await page.getByRole('menuitemradio', { name: 'By time in the music' }).press('Enter')
})

test('a pin tells what it holds when it is pointed at or has the focus', async () => {
  const { page } = jo
  const pin = page.getByRole('group', { name: 'Markers' }).getByRole('button', { name: /contradicts Jo Okafor/ })
  await pin.hover()
  await page.locator('[data-preview]').getByText('Vocal down 1 dB here').first().waitFor()
  await page.mouse.move(5, 5)
  await page.locator('[data-preview]').waitFor({ state: 'detached' })
  await pin.focus()
  await page.locator('[data-preview]').getByText('lead vocal, less').first().waitFor()
  await page.keyboard.press('Escape')
  await page.locator('[data-preview]').waitFor({ state: 'detached' })
})

test('the transport steps from open note to open note', async () => {
  const { page } = jo
  await page.getByRole('button', { name: 'Next open note' }).click()
  const first = await chosen(page)
  await page.getByRole('button', { name: 'Next open note' }).click()
  await expect.poll(() => chosen(page)).not.toBe(first)
  await page.getByRole('button', { name: 'Previous open note' }).click()
  await expect.poll(() => chosen(page)).toBe(first)
})

test('on a phone the notes are a sheet: half, full, closed, and opened by a button that counts', async () => {
  const { page } = jo
  await page.setViewportSize({ width: 390, height: 844 })
  await openTrack(page)
  const sheet = page.getByRole('complementary', { name: 'About this version' })
  const height = async () => (await sheet.boundingBox())?.height ?? 0
  await card(page, 'Vocal down').waitFor()
  const half = await height()
  await page.getByRole('button', { name: 'Expand the panel' }).click()
  await expect.poll(height).toBeGreaterThan(half + 150)
  await page.getByRole('button', { name: 'Shrink the panel' }).press('ArrowDown')
  await expect.poll(height).toBe(half)
  await drag(page, 400)
  await sheet.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Notes 4' }).click()
  await expect.poll(height).toBe(half)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'Note', exact: true }).click()
  await page.getByRole('textbox', { name: /^New note/ }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
})

test('and the words one writes there stay above the keyboard', async () => {
  const { page } = jo
  await page.keyboard.type('From the train')
  await raiseKeyboard(page, 336)
  const send = composer(page).getByRole('button', { name: 'Send' })
  await expect
    .poll(async () => {
      const box = await send.boundingBox()
      return box ? box.y + box.height : 9999
    })
    .toBeLessThanOrEqual(844 - 336)
  await raiseKeyboard(page, 0)
  await send.click()
  await card(page, 'From the train').waitFor()
})

/** As far up as a keyboard on the screen reaches, or none. */
async function raiseKeyboard(page: Page, px: number): Promise<void> {
  await page.evaluate((px) => {
    const view = window.visualViewport
    if (!view) throw new Error('no visual viewport')
    Object.defineProperty(view, 'height', { configurable: true, get: () => window.innerHeight - px })
    view.dispatchEvent(new Event('resize'))
  }, px)
}

/** Whether a finger in its middle would meet it. */
function isInReach(one: Locator): Promise<boolean> {
  return one.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const met = document.elementFromPoint(left + width / 2, top + height / 2)
    return met !== null && element.contains(met) && top >= 0 && top + height <= (window.visualViewport?.height ?? 0)
  })
}

test('on a phone a range is written about in the field that is in sight, dragged or not', async () => {
  const { page } = jo
  const wave = page.getByRole('slider', { name: /^Glasshouse, version/ }).first()
  const pressAt = async (x: number) => {
    const box = await wave.boundingBox()
    await page.mouse.move(x, (box?.y ?? 0) + 40)
    await page.mouse.down()
    await page.mouse.up()
  }
  const dragOver = async () => {
    const { x = 0, y = 0 } = (await wave.boundingBox()) ?? {}
    await page.mouse.move(x + 100, y + 40)
    await page.mouse.down()
    await page.mouse.move(x + 200, y + 40, { steps: 4 })
    await page.mouse.up()
  }
  // Beside a panel the wave may be narrower than on a phone.
  for (const [width, height] of [
    [820, 1180],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await dragOver()
    for (const name of ['Note', 'Loop', 'Clear the selection'])
      await expect
        .poll(() => isInReach(page.getByRole('button', { name, exact: true }).last()), {
          message: `${name} at ${width}`,
        })
        .toBe(true)
    if (width === 820) await page.keyboard.press('Escape')
  }
  await page.getByRole('textbox', { name: 'New note' }).click()
  await composer(page)
    .getByRole('button', { name: /0:0\d\.\d+ – 0:0\d\.\d+/ })
    .waitFor()
  await page.keyboard.type('This stretch is muddy')
  await composer(page).getByRole('button', { name: 'Send' }).click()
  await card(page, 'This stretch is muddy')
    .getByRole('button', { name: /0:0\d\.\d+ – 0:0\d\.\d+/ })
    .waitFor()
  await pressAt(120)
  await composer(page).getByRole('button', { name: 'Start a selection at the playhead' }).click()
  await pressAt(240)
  await composer(page).getByRole('button', { name: 'End the selection at the playhead' }).click()
  await page.getByRole('textbox', { name: 'New note' }).fill('And this one')
  await composer(page).getByRole('button', { name: 'Send' }).click()
  await card(page, 'And this one')
    .getByRole('button', { name: /0:0\d\.\d+ – 0:0\d\.\d+/ })
    .waitFor()
})

test('on a phone a reply has its own Send in reach, and no other in its way', async () => {
  const { page } = jo
  const noteCard = card(page, 'This stretch is muddy')
  for (const [width, height, keyboard] of [
    [390, 844, 336],
    [360, 740, 300],
    [320, 640, 253],
  ] as const) {
    await page.setViewportSize({ width, height })
    await noteCard.getByText('This stretch is muddy').first().dispatchEvent('click')
    await noteCard.getByRole('button', { name: 'Reply', exact: true }).dispatchEvent('click')
    await page.keyboard.type('Less reverb?')
    const send = noteCard.getByRole('button', { name: 'Send' })
    await expect.poll(() => page.getByRole('button', { name: 'Send' }).count(), { message: `${width}` }).toBe(1)
    await expect.poll(() => isInReach(send), { message: `${width}` }).toBe(true)
    await raiseKeyboard(page, keyboard)
    await expect.poll(() => isInReach(send), { message: `${width} with a keyboard` }).toBe(true)
    await expect
      .poll(() => isInReach(noteCard.getByRole('textbox')), { message: `${width} with a keyboard` })
      .toBe(true)
    await raiseKeyboard(page, 0)
    await send.click()
    await expect.poll(() => page.getByRole('textbox', { name: /^New note/ }).count()).toBe(1)
  }
  expect(await noteCard.getByText('Less reverb?').count()).toBe(3)
  for (const words of ['This stretch is muddy', 'And this one'])
    await call(
      product,
      page,
      'DELETE',
      `/api/projects/${projectId}/notes/${await card(page, words).getAttribute('data-note')}`,
    )
  await noteCard.waitFor({ state: 'detached' })
})

test('in a round of review Jo keeps drafts that nobody else sees, and sends them as one signed set', async () => {
  await jo.page.setViewportSize({ width: 1440, height: 900 })
  await ines.page.getByRole('button', { name: 'Start review round 1…' }).click()
  await ines.page.getByLabel('Deadline').fill('2099-12-31')
  await ines.page.getByRole('button', { name: 'Start round', exact: true }).click()
  const round = jo.page.getByRole('region', { name: 'Round 1' })
  await round.getByText('due 31 Dec 2099').or(round.getByText('due Dec 31, 2099')).waitFor()
  for (const words of ['Kick up a touch', 'Reverb tail is cut']) {
    await jo.page.getByRole('textbox', { name: /^New note/ }).fill(words)
    await composer(jo.page).getByRole('button', { name: 'Keep as draft' }).click()
    await jo.page.getByRole('textbox', { name: 'New note', exact: true }).waitFor()
  }
  await round.getByText('2 drafts, visible only to you').click()
  await round.getByText('Reverb tail is cut').first().waitFor()
  expect(await barriers(jo.page)).toEqual([])
  if (process.env['SHOTS']) await jo.page.screenshot({ path: join(process.env['SHOTS'], 'notes-round.png') })
  expect(await card(ines.page, 'Kick up').count()).toBe(0)
  expect(await ines.page.getByText('2 drafts, visible only to you').count()).toBe(0)
  await round.getByRole('button', { name: 'Send 2 notes' }).click()
  for (const { page } of [jo, ines]) await card(page, 'Kick up').getByText('Round 1').first().waitFor()
  await ines.page.getByRole('button', { name: '1 sent' }).click()
  await ines.page
    .getByRole('dialog')
    .getByText(/^Jo Okafor, 2 notes/)
    .first()
    .waitFor()
  expect(await ines.page.getByLabel('Signature of Jo Okafor’s set').inputValue()).toMatch(/^[0-9a-f]{64}$/)
  expect(await barriers(ines.page)).toEqual([])
  await ines.page.keyboard.press('Escape')
  await ines.page.getByRole('button', { name: 'More for round 1' }).press('Enter')
  await ines.page.getByRole('menuitem', { name: 'Close round' }).press('Enter')
  await round.getByText('closed').first().waitFor()
})

test.each([1440, 390])('nothing stands in anybody’s way at %i px, dark and light', async (width) => {
  const { page } = jo
  await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
  await openTrack(page)
  await card(page, 'Vocal down').getByText('Vocal down').click()
  await card(page, 'Vocal down').getByRole('button', { name: 'Reply' }).waitFor()
  if (width === 390) await page.getByRole('textbox', { name: /^New note/ }).click()
  else await page.keyboard.press('c')
  await page.keyboard.type('a')
  await composer(page).getByRole('button', { name: 'Section' }).waitFor()
  // Off the button that has come to lie under it, and its tooltip.
  await page.mouse.move(1, 1)
  await page.getByRole('tooltip').waitFor({ state: 'detached' })
  const kept = async (theme: string) =>
    process.env['SHOTS'] && page.screenshot({ path: join(process.env['SHOTS'], `notes-${width}-${theme}.png`) })
  expect(await barriersInBothThemes(page, { seen: kept })).toEqual([])
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBe(0)
  await page.getByRole('button', { name: 'Discard' }).click()
})

test('what Jo is answering stays in his hands when a new version arrives', async () => {
  const { page } = jo
  await page.setViewportSize({ width: 1440, height: 900 })
  await openTrack(page)
  await card(page, 'Vocal down').getByText('Vocal down').click()
  await card(page, 'Vocal down').getByRole('button', { name: 'Reply' }).click()
  await page.keyboard.type('Half a thought')
  const field = card(page, 'Vocal down').getByRole('textbox')
  await expect.poll(() => field.inputValue()).toBe('Half a thought')
  await upload(product, ines.page, { projectId, file: bounce(folder), trackId })
  await page
    .getByRole('slider', { name: /^Glasshouse, version 2/ })
    .first()
    .waitFor({ timeout: 60_000 })
  await card(page, 'Vocal down').getByText('from v1').first().waitFor()
  expect(await field.inputValue()).toBe('Half a thought')
})

test('nor is it lost when he looks at versions, closes a phone’s sheet, or somebody fixes the note', async () => {
  const { page } = jo
  const field = card(page, 'Vocal down').getByRole('textbox')
  await page.getByRole('tab', { name: /^Versions/ }).click()
  await field.waitFor({ state: 'detached' })
  await page.getByRole('tab', { name: /^Notes/ }).click()
  await expect.poll(() => field.inputValue()).toBe('Half a thought')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: /^Notes/ }).click()
  await expect.poll(() => field.inputValue()).toBe('Half a thought')
  await page.setViewportSize({ width: 1440, height: 900 })
  const track = (await (await page.request.get(`${product.url}/api/projects/${projectId}`)).json()).tracks.find(
    ({ id }: { id: string }) => id === trackId,
  )
  const noteId = await card(page, 'Vocal down').getAttribute('data-note')
  await ines.page.request.put(`${product.url}/api/projects/${projectId}/notes/${noteId}/state`, {
    headers: { origin: product.url },
    data: { state: 'fixed', versionId: track.currentVersionId },
  })
  await card(page, 'Vocal down').getByText('Fixed in v2').first().waitFor()
  expect(await field.inputValue()).toBe('Half a thought')
  await field.press('Control+Enter')
  // Sent, it goes to the list of what is fixed.
  await card(page, 'Vocal down').waitFor({ state: 'detached' })
})

test('nobody’s console complained', () => {
  expect(ines.complaints).toEqual([])
  expect(jo.complaints).toEqual([])
})

function card(page: Page, words: string): Locator {
  return page.locator('[data-note]', { hasText: words })
}

function composer(page: Page): Locator {
  return page.getByRole('region', { name: 'New note' })
}

async function chosen(page: Page): Promise<string | null> {
  return page.locator('[data-chosen="true"]').getAttribute('data-note')
}

async function filter(page: Page, by: string, value: string): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: by }).press('ArrowRight')
  await page.getByRole('menuitemradio', { name: value, exact: true }).press('Enter')
  await page.getByRole('menu').first().waitFor({ state: 'detached' })
}

/** The sheet by its grip, so many pixels down, slowly enough to be no flick. */
async function drag(page: Page, down: number): Promise<void> {
  const box = await page.getByRole('button', { name: 'Expand the panel' }).boundingBox()
  if (!box) throw new Error('the sheet has no grip')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + down, { steps: 20 })
  await page.mouse.up()
}

function openTrack(page: Page): Promise<void> {
  return story.openTrack(page)
}

async function note(page: Page, words: object): Promise<void> {
  await post(product, page, `/api/projects/${projectId}/tracks/${trackId}/notes`, {
    versionId,
    toSeconds: null,
    ...words,
  })
}
