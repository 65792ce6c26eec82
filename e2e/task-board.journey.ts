import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chooseFromMenu, focused, tabTo } from './keyboard-walk.ts'
import { oneStory } from './one-story.ts'
import { picturesOfFailure, post } from './openings.ts'
import { barriersInBothThemes, sticksOut } from './page-health.ts'
import type { Visitor } from './product.ts'
import { openStory, type Story, type StoryProduct } from './story.ts'

/** A note’s way over the board: a task beside its list, by keyboard alone, in v2’s plan, fixed, and verified. */
let story: Story<'ines' | 'jo'>
let product: StoryProduct
let ines: Visitor
let jo: Visitor
let projectId = ''

oneStory()
picturesOfFailure('board', () => ({ ines, jo }))
beforeAll(async () => {
  story = await openStory({ people: { ines: 'Ines Duarte', jo: 'Jo Okafor' } })
  ;({ product, projectId } = story)
  ;({ ines, jo } = story.people)
  await post(product, jo.page, `/api/projects/${projectId}/tracks/${story.trackId}/notes`, {
    versionId: story.versionId,
    body: 'Bass and kick fight here',
    part: 'Bass',
    fromSeconds: 4,
    toSeconds: 8,
  })
})
afterAll(() => story?.end())

test('Jo’s note becomes a task by T; its card says text, part and time once', async () => {
  const { page } = ines
  await story.openTrack(page)
  await page.locator('[data-note]').waitFor()
  await page.keyboard.press('n')
  await expect.poll(() => page.locator('[data-note]').getAttribute('data-chosen')).toBe('true')
  await page.keyboard.press('t')
  await page.getByText('Task created').first().waitFor()
  await openBoard(page)
  await card(page).getByText('Bass', { exact: true }).waitFor()
  expect(await card(page).getByText('Bass and kick fight here').count()).toBe(1)
  expect(await card(page).getByText('0:04').count()).toBe(1)
  expect(await page.getByRole('img', { name: /cover/i }).count()).toBe(0)
  const doing = page.getByRole('region', { name: 'Doing' })
  expect((await doing.textContent())?.trim()).toBe('Doing0')
})

test('by keyboard she opens it beside the board, words it anew, gives it to herself, and takes that back', async () => {
  const { page } = ines
  await card(page).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe('Title: Bass and kick fight here')
  await page.keyboard.press('Enter')
  await page.keyboard.type(', in bar 8')
  await page.keyboard.press('Escape')
  await expect.poll(() => focused(page)).toBe('Title: Bass and kick fight here')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Duck the bass under the kick')
  await page.keyboard.press('Enter')
  await panel(page).getByText('Saved', { exact: true }).waitFor()
  await expect.poll(() => saved().then(({ title }) => title)).toBe('Duck the bass under the kick')
  expect(await focused(page)).toBe('Title: Duck the bass under the kick')
  await tabTo(page, 'button', 'Person: No one')
  await chooseFromMenu(page, 'Ines Duarte')
  await expect.poll(() => saved().then(({ assigneeId }) => assigneeId)).not.toBe(null)
  await expect.poll(() => focused(page)).toBe('Person: Ines Duarte')
  await page.keyboard.press('Control+z')
  await expect.poll(() => saved().then(({ assigneeId }) => assigneeId)).toBe(null)
  await page.keyboard.press('Control+z')
  await expect.poll(() => saved().then(({ title }) => title)).toBe('Bass and kick fight here')
  expect(await panel(page).getByRole('button', { name: 'Undo' }).count()).toBe(0)
})

test('due date and time are typed where they stand; what is no time is not saved', async () => {
  const { page } = ines
  await panel(page).getByRole('button', { name: 'Due: None' }).click()
  // Saved as it is typed. The browser's calendar is open beside it, where Enter would take today.
  await panel(page).getByLabel('Due').fill('2031-05-09')
  await page.keyboard.press('Escape')
  await expect.poll(() => saved().then(({ dueOn }) => dueOn)).toBe('2031-05-09')
  await panel(page).getByRole('button', { name: 'Remove due date' }).click()
  await expect.poll(() => saved().then(({ dueOn }) => dueOn)).toBe(null)
  await panel(page)
    .getByRole('button', { name: /^Time: / })
    .click()
  await panel(page).getByRole('textbox', { name: 'Time' }).fill('0:09 – 0:02')
  await page.keyboard.press('Enter')
  await panel(page).getByText('The end is before the start').waitFor()
  await panel(page).getByRole('textbox', { name: 'Time' }).fill('0:04 – 0:07.5')
  await page.keyboard.press('Enter')
  await expect.poll(() => saved().then(({ toSeconds }) => toSeconds)).toBe(7.5)
  expect(await barriersInBothThemes(page)).toEqual([])
})

test('what Jo answers below her note is read in the panel, and answered there', async () => {
  const { page } = ines
  const { noteId } = await saved()
  await post(product, jo.page, `/api/projects/${projectId}/notes/${noteId}/replies`, { body: 'Or an octave **up**?' })
  const replies = panel(page).getByRole('list', { name: 'Replies' })
  await replies.getByText('Or an octave up?').waitFor()
  await panel(page).getByRole('textbox', { name: 'Reply to Jo Okafor' }).fill('Trying sidechain first')
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await replies.getByText('Trying sidechain first').waitFor()
  await page.keyboard.press('Escape')
  await panel(page).waitFor()
})

test('its range plays in the panel and in the bar, looped; Verified is a strip meanwhile', async () => {
  const { page } = ines
  await panel(page).getByRole('button', { name: 'Play 0:04.0 – 0:07.5' }).click()
  await page
    .getByRole('region', { name: 'Player' })
    .getByRole('button', { name: /^Pause/ })
    .waitFor()
  await expect
    .poll(() => panel(page).getByRole('button', { name: 'Loop', exact: true }).getAttribute('aria-pressed'))
    .toBe('true')
  await panel(page).getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByRole('button', { name: '0 Verified' }).click()
  await page.getByRole('region', { name: 'Verified' }).waitFor()
  await panel(page).getByRole('button', { name: 'Close' }).focus()
  await page.keyboard.press('Escape')
  await panel(page).waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe('LT-1 Bass and kick fight here')
})

test('v2 starts on the board, and says there how much is left', async () => {
  const { page } = ines
  const next = page.getByRole('group', { name: 'Next versions' })
  await next.getByText('1 of 1 left').waitFor()
  await next.getByRole('button', { name: 'Start v2' }).click()
  await page.getByRole('dialog', { name: 'Start v2 of Glasshouse' }).getByRole('button', { name: 'Start v2' }).click()
  await next.getByRole('button', { name: 'Glasshouse v2 1 of 1 left' }).click()
  const plan = page.getByRole('dialog', { name: 'v2 of Glasshouse' })
  await plan.getByRole('checkbox', { name: /Bass and kick/ }).click()
  await page.keyboard.press('Escape')
  await plan.waitFor({ state: 'detached' })
  await next.getByRole('button', { name: 'Glasshouse v2 0 of 1 left' }).waitFor()
  await page.getByRole('region', { name: 'Doing' }).getByText('Bass and kick').first().waitFor()
})

test('what Jo may not decide is not saved, and she is told in the panel', async () => {
  const { page } = jo
  await openBoard(page)
  await card(page)
    .getByRole('button', { name: /^Bass and kick/ })
    .click()
  await panel(page).getByRole('button', { name: 'Fixed', exact: true }).click()
  await panel(page).getByText('Not saved').waitFor()
  await panel(page).getByRole('button', { name: 'Try again' }).waitFor()
  await page.getByRole('alert').getByRole('button', { name: 'Review' }).click()
  const refused = page.getByRole('dialog', { name: 'Not accepted' })
  await refused.getByRole('button', { name: 'Discard' }).click()
  await refused.waitFor({ state: 'detached' })
  await expect.poll(() => panel(page).getByText('Not saved').count()).toBe(0)
  expect((await saved()).state).toBe('doing')
  // The browser says so of each refusal.
  expect(jo.complaints.splice(0).every((line) => line.includes('403'))).toBe(true)
})

test('Ines fixes it by its state sign; on a phone the task is a sheet, where Jo verifies it', async () => {
  await card(ines.page).getByRole('button', { name: 'State of LT-1: Doing' }).focus()
  await chooseFromMenu(ines.page, 'Fixed')
  await expect.poll(() => saved().then(({ state }) => state)).toBe('fixed')
  await card(ines.page).getByText('in v1').waitFor()
  const { page } = jo
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('complementary', { name: 'LT-1' }).waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  expect(await sticksOut(page)).toEqual([])
  await panel(page).getByRole('button', { name: 'Verified', exact: true }).click()
  await expect.poll(() => saved().then(({ state }) => state)).toBe('verified')
  await page.getByRole('complementary', { name: 'LT-1' }).getByRole('button', { name: 'Close' }).click()
  await panel(page).waitFor({ state: 'detached' })
  await ines.page.getByRole('region', { name: 'Verified' }).getByText('Bass and kick').first().waitFor()
})

test('a link opens the task, and a task that is deleted in its panel comes back', async () => {
  const { page } = ines
  const { id } = await saved()
  await page.goto(`${product.url}/?projectId=${projectId}&tab=tasks&task=${id}`)
  await panel(page).getByRole('button', { name: 'Menu of LT-1' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await panel(page).waitFor({ state: 'detached' })
  await page.getByText('Deleted LT-1').first().waitFor()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await card(page).waitFor()
})

test('nobody’s console complained', () => {
  expect(ines.complaints).toEqual([])
  expect(jo.complaints).toEqual([])
})

async function openBoard(page: Page): Promise<void> {
  await page.goto(`${product.url}/?projectId=${projectId}&tab=tasks`)
  await card(page).waitFor()
}

function card(page: Page): Locator {
  return page.locator('[data-task]', { hasText: 'Bass and kick' })
}

function panel(page: Page): Locator {
  return page.locator('[data-task-panel]')
}

interface SavedTask {
  readonly id: string
  readonly title: string
  readonly noteId: string
  readonly state: string
  readonly assigneeId: string | null
  readonly dueOn: string | null
  readonly toSeconds: number | null
}

async function saved(): Promise<SavedTask> {
  const { items } = await (await ines.page.request.get(`${product.url}/api/projects/${projectId}/tasks`)).json()
  return items[0]
}
