import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SONG_MIXES } from '#audio/song.ts'
import { oneStory } from './one-story.ts'
import { bounce, picturesOfFailure, post } from './openings.ts'
import { barriers } from './page-health.ts'
import { startProduct, type Product, type Visitor } from './product.ts'
import { openStory, type Story } from './story.ts'

/**
 * Jo hears things, Ines mends them: from a note over its task and the checklist of v2 to the changelog, and to the note
 * verified.
 */
let folder = ''
let story: Story<'ines' | 'jo'>
let product: Product
let ines: Visitor
let jo: Visitor
let projectId = ''
let trackId = ''

oneStory()
picturesOfFailure('flow', () => ({ ines, jo }))
beforeAll(async () => {
  product = await startProduct()
  story = await openStory({ people: { ines: 'Ines Duarte', jo: 'Jo Okafor' }, filename: 'Glasshouse_v1.wav', product })
  ;({ folder, projectId, trackId } = story)
  ;({ ines, jo } = story.people)
  await post(product, ines.page, `/api/projects/${projectId}/tasks`, { title: 'Fade out over eight bars', trackId })
  await post(product, ines.page, `/api/projects/${projectId}/tasks`, { title: 'Artwork for the single' })
  await Promise.all([ines, jo].map(({ page }) => openTrack(page)))
})
afterAll(async () => {
  await story?.end()
  await product?.stop()
})

test('Jo’s note becomes a task by T, and each leads to the other', async () => {
  const { page } = jo
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('c')
  await page.getByRole('textbox', { name: 'New note, At 0:05.000' }).waitFor()
  await page.keyboard.type('Vocal goes under the guitars')
  await page.keyboard.press('Control+Enter')
  await note(ines.page).waitFor()
  await ines.page.keyboard.press('n')
  await expect.poll(() => note(ines.page).getAttribute('data-chosen')).toBe('true')
  await ines.page.keyboard.press('t')
  await note(jo.page).getByRole('button', { name: 'Task LT-3 · To do' }).click()
  await expect.poll(() => focused(jo.page)).toBe('LT-3 Vocal goes under the guitars')
  await card(jo.page, 'Vocal')
    .getByRole('link', { name: /^Note by\s+Jo Okafor at 0:05.000 in v1/ })
    .click()
  await expect.poll(() => note(jo.page).getAttribute('data-chosen')).toBe('true')
})

test('what Jo may not do to a note she may not do through its task, and she is told why', async () => {
  await jo.page.getByRole('tab', { name: /^Tasks/ }).click()
  await card(jo.page, 'Vocal').focus()
  await jo.page.keyboard.press('f')
  await jo.page.getByRole('alert').getByRole('button', { name: 'Review' }).click()
  const dialog = jo.page.getByRole('dialog', { name: 'Not accepted' })
  await dialog.getByText('This task came from a note').waitFor()
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => taskState('Vocal')).toBe('todo')
  // The browser says so of each refusal.
  expect(jo.complaints.splice(0).every((line) => line.includes('403'))).toBe(true)
})

test('a task has steps: written, ticked, put in order, taken away and brought back', async () => {
  const { page } = ines
  await page.getByRole('tab', { name: /^Tasks/ }).click()
  await card(page, 'Vocal').focus()
  await page.keyboard.press('e')
  const sheet = page.getByRole('region', { name: 'LT-3' })
  await sheet.getByRole('link', { name: /^Note by\s+Jo Okafor/ }).waitFor()
  for (const words of ['Duck the guitars', 'Ride the verses', 'Ask Jo']) {
    await sheet.getByRole('textbox', { name: 'Next step' }).fill(words)
    await page.keyboard.press('Enter')
    await sheet.getByRole('checkbox', { name: words }).waitFor()
  }
  await expect.poll(() => savedSteps()).toEqual(['Duck the guitars', 'Ride the verses', 'Ask Jo'])
  await sheet.getByRole('checkbox', { name: 'Ask Jo' }).press('Alt+ArrowUp')
  await expect.poll(() => savedSteps()).toEqual(['Duck the guitars', 'Ask Jo', 'Ride the verses'])
  await expect
    .poll(() => sheet.getByRole('checkbox', { name: 'Ask Jo' }).evaluate((box) => box === document.activeElement))
    .toBe(true)
  await page.keyboard.press('Space')
  expect(await barriers(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Menu of the step Ride the verses' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect.poll(() => savedSteps()).toEqual(['Duck the guitars', 'Ask Jo'])
  await sheet.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(() => savedSteps()).toEqual(['Duck the guitars', 'Ask Jo', 'Ride the verses'])
  await card(jo.page, 'Vocal').getByText('1 of 3 steps done').waitFor({ state: 'attached' })
})

test('Ines starts v2: what is open is its checklist, and Jo sees every tick', async () => {
  const { page } = ines
  await page.getByRole('button', { name: 'Start v2' }).click()
  const question = page.getByRole('dialog', { name: 'Start v2 of Glasshouse' })
  await question.getByRole('checkbox', { name: 'Also the open task of the whole project' }).check()
  await question.getByRole('button', { name: 'Start v2' }).click()
  await checklist(page)
    .getByRole('checkbox', { name: /Artwork/ })
    .waitFor()
  await checklist(jo.page).getByText('0 of 3 done').first().waitFor()
  await checklist(page).getByRole('checkbox', { name: /Vocal/ }).click()
  await checklist(jo.page).getByText('1 of 3 done').first().waitFor()
  await expect.poll(() => taskState('Vocal')).toBe('doing')
  expect(await barriers(page)).toEqual([])
})

test('it is there after the server was killed and the page reloaded; a later task is not on it', async () => {
  await product.restart()
  await post(product, ines.page, `/api/projects/${projectId}/tasks`, { title: 'Too late for v2', trackId })
  await openTrack(ines.page)
  await ines.page.getByRole('tab', { name: /^Tasks/ }).click()
  await checklist(ines.page).getByText('1 of 3 done').first().waitFor()
  await expect.poll(() => checklist(ines.page).getByRole('checkbox').count()).toBe(3)
  await openTrack(jo.page)
  // Both heard that the server was gone.
  ines.complaints.splice(0)
  jo.complaints.splice(0)
})

test('cancelled by mistake, it comes back with its ticks', async () => {
  await checklist(ines.page).getByRole('button', { name: 'Cancel v2' }).click()
  await checklist(ines.page).waitFor({ state: 'detached' })
  await ines.page.getByRole('button', { name: 'Undo' }).last().click()
  await checklist(ines.page).getByText('1 of 3 done').first().waitFor()
})

test('on a phone the checklist is in reach and in nobody’s way', async () => {
  const { page } = ines
  await page.setViewportSize({ width: 390, height: 844 })
  await checklist(page).getByRole('checkbox', { name: /Vocal/ }).waitFor()
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBe(0)
  expect(await barriers(page)).toEqual([])
  await page.goto(`${product.url}/?projectId=${projectId}&tab=tasks`)
  await page.getByRole('button', { name: 'Glasshouse v2 2 of 3 left' }).click()
  await checklist(page).waitFor()
  expect(await barriers(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await openTrack(page)
  await page.getByRole('tab', { name: /^Tasks/ }).click()
})

test('uploading v2 asks which are done; those are its changelog, and fixed in it', async () => {
  const { page } = ines
  await checklist(page).getByRole('button', { name: 'Upload v2' }).click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'choose them' }).click(),
  ])
  await chooser.setFiles(bounce(folder, SONG_MIXES.fixed, 'Glasshouse_v2.wav'))
  const asked = page.getByRole('group', { name: 'Which of these are done in v2?' })
  await expect.poll(() => asked.getByRole('checkbox', { name: /Vocal/ }).isChecked()).toBe(true)
  await asked.getByRole('checkbox', { name: /Fade/ }).check()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Upload 1 file' }).click()
  await checklist(page).waitFor({ state: 'detached', timeout: 60_000 })
  await page.getByRole('tab', { name: /^Versions/ }).click()
  const lines = page.getByRole('list', { name: 'What changed' }).getByRole('listitem')
  await expect
    .poll(() => lines.allTextContents())
    .toEqual(['Fade out over eight barsLT-1', 'Vocal goes under the guitarsLT-3'])
  await expect
    .poll(() => Promise.all(['Vocal', 'Fade', 'Artwork', 'Too late'].map(taskState)))
    .toEqual(['fixed', 'fixed', 'todo', 'todo'])
})

test('Jo sees that her note is fixed in v2 and verifies it: so is the task', async () => {
  const { page } = jo
  await page.getByRole('button', { name: 'Fixed', exact: false }).first().click()
  await note(page).getByText('Fixed in v2').first().waitFor()
  await note(page).getByText('Vocal goes under the guitars').click()
  await note(page).getByRole('button', { name: 'Verify' }).click()
  await expect.poll(() => taskState('Vocal')).toBe('verified')
  await ines.page.getByRole('tab', { name: /^Tasks/ }).click()
  await expect.poll(() => card(ines.page, 'Vocal').getByText('in v2').isVisible()).toBe(true)
})

test('Ines words the changelog anew, and the track says so in its row', async () => {
  const { page } = ines
  await page.getByRole('tab', { name: /^Versions/ }).click()
  await page.getByRole('button', { name: 'Menu of v2' }).click()
  await page.getByRole('menuitem', { name: 'Edit label and changes' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Line 1' }).fill('Fade out over four bars')
  expect(await barriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.goto(`${product.url}/?projectId=${projectId}`)
  await page.getByText('Fade out over four bars').first().waitFor()
})

test('on the board she picks two with X and gives both to Jo with A', async () => {
  const { page } = ines
  await page.goto(`${product.url}/?projectId=${projectId}&tab=tasks`)
  await card(page, 'Artwork').focus()
  await page.keyboard.press('x')
  await card(page, 'Too late').focus()
  await page.keyboard.press('x')
  await page.getByText('2 selected').first().waitFor()
  expect(await barriers(page)).toEqual([])
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: 'Assign 2 tasks' })
  await dialog.getByRole('searchbox').waitFor()
  await page.keyboard.type('jo')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await tasks()).filter(({ assigneeId }) => assigneeId !== null).length).toBe(2)
  await jo.page.goto(`${product.url}/mine`)
  await card(jo.page, 'Artwork').waitFor()
  await card(jo.page, 'Too late').waitFor()
})

test('selecting a task beside the wave shows its range there and plays it; its title opens it in silence', async () => {
  const { page } = ines
  await post(product, page, `/api/projects/${projectId}/tasks`, {
    title: 'Hiss in the break',
    trackId,
    fromSeconds: 2,
    toSeconds: 4,
  })
  await openTrack(page)
  await page.getByRole('tab', { name: /^Tasks/ }).click()
  const hiss = card(page, 'Hiss')
  await hiss.click({ position: { x: 6, y: 6 } })
  const player = page.getByRole('region', { name: 'Player' })
  await player.getByRole('button', { name: /^Pause/ }).waitFor()
  await expect
    .poll(() =>
      page
        .getByRole('slider', { name: /^Loop|^(End|Start) of the (loop|repeat)/i })
        .or(page.getByRole('button', { name: /^(Loop|Repeat)/i }))
        .count(),
    )
    .toBeGreaterThan(0)
  await page.screenshot({ path: '.cache/task-heard.png' })
  expect(await page.getByRole('dialog').count()).toBe(0)
  await player.getByRole('button', { name: /^Pause/ }).click()
  await hiss.getByRole('button', { name: /^Hiss/ }).click()
  const sheet = page.getByRole('region', { name: /^LT-/ })
  // It would offer to pause what plays.
  await sheet.getByRole('button', { name: 'Play 0:02.0 – 0:04.0' }).waitFor()
  await sheet.getByRole('button', { name: 'Play 0:02.0 – 0:04.0' }).click()
  await sheet.getByRole('button', { name: 'Pause', exact: true }).click()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await sheet.waitFor({ state: 'detached' })
})

test('a card is dragged with the mouse, called off with Escape, and put down beside the board it stays', async () => {
  const { page } = ines
  await page.goto(`${product.url}/?projectId=${projectId}&tab=tasks`)
  const grab = async () => {
    const { x, y } = await middleOf(card(page, 'Hiss'))
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 20, y + 10)
    await lifted(page).waitFor()
  }
  const doing = await middleOf(page.getByRole('region', { name: 'Doing' }))
  await grab()
  await page.mouse.move(doing.x, doing.y)
  await page.keyboard.press('Escape')
  await lifted(page).waitFor({ state: 'detached' })
  await page.mouse.up()
  await grab()
  await page.mouse.move(doing.x, 4)
  await page.mouse.up()
  await lifted(page).waitFor({ state: 'detached' })
  expect(await taskState('Hiss')).toBe('todo')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await grab()
  await page.mouse.move(doing.x, doing.y)
  await page.screenshot({ path: '.cache/task-dragged.png' })
  await page.mouse.up()
  await expect.poll(() => taskState('Hiss')).toBe('doing')
  await page.getByText(/^LT-\d+ is now in Doing$/).waitFor({ state: 'attached' })
})

test('on a phone a resting finger lifts a card, carries it to a hidden column, or opens its menu', async () => {
  const { page } = ines
  await page.setViewportSize({ width: 390, height: 844 })
  await card(page, 'Hiss').scrollIntoViewIfNeeded()
  const devtools = await page.context().newCDPSession(page)
  const touch = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    ...touchPoints: readonly { readonly x: number; readonly y: number }[]
  ) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: touchPoints.map((point, id) => ({ ...point, id })) })
  const at = await middleOf(card(page, 'Hiss'))
  // A finger that moves at once scrolls.
  await touch('touchStart', at)
  await touch('touchMove', { x: at.x, y: at.y - 40 })
  await touch('touchEnd')
  expect(await lifted(page).count()).toBe(0)
  await card(page, 'Hiss').scrollIntoViewIfNeeded()
  const place = await middleOf(card(page, 'Hiss'))
  await touch('touchStart', place)
  await lifted(page).waitFor()
  await touch('touchStart', place, { x: 20, y: 700 })
  await lifted(page).waitFor({ state: 'detached' })
  await touch('touchEnd')
  expect(await taskState('Hiss')).toBe('doing')
  await touch('touchStart', place)
  await lifted(page).waitFor()
  await touch('touchEnd')
  await page.getByRole('menuitem', { name: 'Edit' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  const verified = page.getByRole('region', { name: 'Verified' })
  expect((await middleOf(verified)).x).toBeGreaterThan(390)
  await touch('touchStart', place)
  await lifted(page).waitFor()
  await page.screenshot({ path: '.cache/task-lifted.png' })
  await touch('touchMove', { x: 384, y: place.y })
  await expect.poll(async () => (await middleOf(verified)).x).toBeLessThan(390)
  await touch('touchMove', { x: 300, y: place.y })
  await expect.poll(() => verified.getAttribute('data-over')).toBe('true')
  await touch('touchEnd')
  await expect.poll(() => taskState('Hiss')).toBe('verified')
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('when all is done, Jo’s list still has its menus; a listener reads a task and changes nothing', async () => {
  for (const { id } of (await tasks()).filter(({ assigneeId }) => assigneeId !== null))
    await ines.page.request.patch(`${product.url}/api/projects/${projectId}/tasks/${id}`, {
      headers: { origin: product.url },
      data: { state: 'verified' },
    })
  const { page } = jo
  await page.goto(`${product.url}/mine`)
  await page.getByRole('radio', { name: 'Done' }).check()
  await card(page, 'Artwork')
    .getByRole('button', { name: /^Menu of LT-/ })
    .waitFor()
  const { id } = await (await page.request.get(`${product.url}/api/users/me`)).json()
  await ines.page.request.patch(`${product.url}/api/projects/${projectId}/members/${id}`, {
    headers: { origin: product.url },
    data: { role: 'listener' },
  })
  await page.goto(`${product.url}/?projectId=${projectId}&tab=tasks`)
  await card(page, 'Artwork')
    .getByRole('button', { name: /^Artwork/ })
    .click()
  const sheet = page.getByRole('complementary', { name: /^LT-/ })
  await sheet.getByText('Artwork for the single').waitFor()
  expect(
    await sheet
      .getByRole('textbox')
      .or(sheet.getByRole('button', { name: /^(Title|Person|Menu)/ }))
      .count(),
  ).toBe(0)
  expect(await barriers(page)).toEqual([])
  await page.screenshot({ path: '.cache/task-read.png' })
})

test('of two thousand tasks only those near the window are built, and J walks through them', async () => {
  const { page } = ines
  await fillProject(2000)
  // Whoever has the page open hears of this one, and reads all of them.
  await post(product, page, `/api/projects/${projectId}/tasks`, { title: 'One more' })
  await page.goto(`${product.url}/?projectId=${projectId}&tab=tasks`)
  await page.getByRole('radio', { name: 'List' }).check()
  const rows = page.locator('[data-task]')
  await card(page, 'Many').first().waitFor()
  await expect.poll(() => rows.count()).toBeLessThan(300)
  await rows.first().focus()
  const names = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-label')))
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press('j')
    await expect.poll(() => focused(page), { interval: 10 }).not.toBe(names[step])
  }
  await expect
    .poll(() => rows.evaluateAll((all) => all.findIndex((one) => one === document.activeElement)))
    .toBeGreaterThan(30)
  await page.getByRole('radio', { name: 'Board' }).check()
  await expect.poll(() => rows.count()).toBeLessThan(600)
})

test('nobody’s console complained', () => {
  expect(ines.complaints).toEqual([])
  expect(jo.complaints).toEqual([])
})

/** Straight into the database: two thousand requests would only take time. */
async function fillProject(count: number): Promise<void> {
  const states = ['todo', 'doing', 'fixed', 'verified'] as const
  const priorities = ['low', 'normal', 'high', 'urgent'] as const
  const many = Array.from({ length: count }, (_, i) => ({
    id: `many-${i}`,
    project_id: projectId,
    number: 100 + i,
    title: `Many ${i}`,
    description: '',
    state: states[i % 4] ?? 'todo',
    priority: priorities[Math.floor(i / 4) % 4] ?? 'low',
    position: 100 + i,
    track_id: i % 3 === 0 ? null : trackId,
    created_at: 1,
    updated_at: 1,
  }))
  await product.rows((db) => db.insertInto('tasks').values(many).execute())
}

function note(page: Page): Locator {
  return page.locator('[data-note]', { hasText: 'Vocal' })
}

function card(page: Page, words: string): Locator {
  return page.locator('[data-task]', { hasText: words })
}

/** What follows the pointer while a card is dragged. */
function lifted(page: Page): Locator {
  return page.locator('[data-lifted]')
}

async function middleOf(what: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await what.boundingBox()
  if (!box) throw new Error('it is not shown')
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + Math.min(box.height, 120) / 2) }
}

function checklist(page: Page): Locator {
  return page.getByRole('region', { name: 'Checklist of v2' })
}

function focused(page: Page): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null)
}

interface SavedTask {
  readonly id: string
  readonly title: string
  readonly state: string
  readonly assigneeId: string | null
}

async function tasks(): Promise<readonly SavedTask[]> {
  return (await (await ines.page.request.get(`${product.url}/api/projects/${projectId}/tasks`)).json()).items
}

async function taskState(words: string): Promise<string | undefined> {
  return (await tasks()).find(({ title }) => title.startsWith(words))?.state
}

async function savedSteps(): Promise<readonly string[]> {
  const task = (await tasks()).find(({ title }) => title.startsWith('Vocal'))
  const { items } = await (
    await ines.page.request.get(`${product.url}/api/projects/${projectId}/tasks/${task?.id}/items`)
  ).json()
  return items.map(({ text }: { text: string }) => text)
}

function openTrack(page: Page): Promise<void> {
  return story.openTrack(page)
}
