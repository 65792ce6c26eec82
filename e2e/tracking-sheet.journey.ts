import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oneStory } from './one-story.ts'
import { letIn, picturesOfFailure, post } from './openings.ts'
import { barriers, barriersInBothThemes } from './page-health.ts'
import { openStory, type Story } from './story.ts'

/** Ines and Ed track an album in one sheet, each at a browser of their own; Lin reads it on the phone. */
let story: Story<'ines' | 'ed' | 'lin'>
let ines: Page
let ed: Page
let lin: Page

oneStory()
picturesOfFailure('tracking-sheet', () => story.people)
beforeAll(async () => {
  story = await openStory({
    people: { ines: 'Ines Duarte', ed: 'Ed Moss', lin: 'Lin Wei' },
    guests: ['lin'],
    role: 'editor',
    filename: null,
  })
  const { people, product, projectId } = story
  ;[ines, ed, lin] = [people.ines.page, people.ed.page, people.lin.page]
  for (const title of ['Kiln', 'Salt', 'Undertow'])
    await post(product, ines, `/api/projects/${projectId}/tracks`, { title })
  await post(product, lin, '/api/auth/sign-up/email', {
    name: 'Lin Wei',
    email: story.emailOf('lin'),
    password: 'correct horse',
  })
  await letIn(product, { host: ines, guest: lin, projectId, role: 'listener' })
})
afterAll(() => story?.end())

const grid = (page: Page): Locator => page.getByRole('grid', { name: /^Tracking sheet/ })
const row = (page: Page, title: string): Locator => grid(page).getByRole('row').filter({ hasText: title })
const stages = ['Drums', 'Bass', 'Vocals', 'Edit', 'Mix', 'Master'] as const
const cell = (page: Page, title: string, stage: (typeof stages)[number]): Locator =>
  row(page, title).getByRole('gridcell').nth(stages.indexOf(stage))
const head = (page: Page, stage: string): Locator => grid(page).getByRole('columnheader', { name: stage })
const editor = (page: Page): Locator => page.getByRole('dialog')
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-at'))

test('Ines begins a sheet with one press, and its address leads Ed there', async () => {
  await ines.goto(`${story.product.url}/?projectId=${story.projectId}`)
  await ines.getByRole('radio', { name: 'Sheet' }).check()
  await ines.getByRole('button', { name: 'Start with Drums, Bass, Vocals, Edit, Mix, Master' }).click()
  await grid(ines).waitFor()
  expect(ines.url()).toContain('view=sheet')
  await ed.goto(ines.url())
  await head(ed, 'Master').waitFor()
  await ed.getByText('0 of 18 done').waitFor()
})

test('by keys alone she says how far the tracks are, and Ed sees it at once', async () => {
  await cell(ines, 'Kiln', 'Drums').focus()
  await ines.keyboard.press('3')
  await ines.keyboard.press('ArrowRight')
  await ines.keyboard.press('3')
  await ines.keyboard.press('ArrowDown')
  await ines.keyboard.press('2')
  await ines.keyboard.press('End')
  await ines.keyboard.press('4')
  expect(await focused(ines)).toBe('1:5')
  await cell(ed, 'Kiln', 'Drums').getByText('Done').waitFor()
  await cell(ed, 'Kiln', 'Bass').getByText('Done').waitFor()
  await cell(ed, 'Salt', 'Bass').getByText('In progress').waitFor()
  await cell(ed, 'Salt', 'Master').getByText('Not needed').waitFor()
  await head(ed, 'Drums').getByText('1 of 3').waitFor()
  await head(ed, 'Master').getByText('0 of 2').waitFor()
  await row(ed, 'Kiln').getByText('2 of 6').waitFor()
})

test('Enter opens a cell: who, until when and a note; late work says so', async () => {
  await cell(ines, 'Salt', 'Bass').focus()
  await ines.keyboard.press('Enter')
  await editor(ines).getByLabel('Who').selectOption('Ed Moss')
  await editor(ines).getByLabel('Due').fill('2020-01-31')
  expect(await barriers(ines)).toEqual([])
  await editor(ines).getByLabel('Note').fill('Fender, not the synth')
  await ines.keyboard.press('Enter')
  await editor(ines).waitFor({ state: 'detached' })
  await expect.poll(() => focused(ines)).toBe('1:1')
  await cell(ed, 'Salt', 'Bass').getByTitle('Ed Moss').waitFor()
  await cell(ed, 'Salt', 'Bass')
    .getByText(/^Late: /)
    .waitFor()
  await head(ed, 'Bass').getByText('1 late').waitFor()
})

test('both change the sheet at one moment, and nothing is lost', async () => {
  await cell(ines, 'Undertow', 'Vocals').focus()
  await cell(ed, 'Salt', 'Bass').click()
  await editor(ed).getByRole('radio', { name: 'Done' }).click()
  await ines.keyboard.press('2')
  await ed.keyboard.press('Escape')
  for (const page of [ines, ed]) {
    await cell(page, 'Undertow', 'Vocals').getByText('In progress').waitFor()
    await cell(page, 'Salt', 'Bass').getByText('Done').waitFor()
    await cell(page, 'Salt', 'Bass').getByTitle('Ed Moss').waitFor()
  }
  await cell(ines, 'Salt', 'Bass').getByText('Fender, not the synth').waitFor()
  await expect.poll(() => focused(ed)).toBe('1:1')
})

test('Delete clears a cell, and Undo brings all of it back', async () => {
  await cell(ines, 'Salt', 'Bass').focus()
  await ines.keyboard.press('Delete')
  await ines.getByText('Cleared Bass of Salt', { exact: true }).waitFor()
  await cell(ed, 'Salt', 'Bass').getByTitle('Ed Moss').waitFor({ state: 'detached' })
  await ines.getByRole('button', { name: 'Undo' }).last().click()
  await cell(ed, 'Salt', 'Bass').getByText('Done').waitFor()
  await cell(ed, 'Salt', 'Bass').getByTitle('Ed Moss').waitFor()
})

test('a stage is renamed, moved, deleted and restored', async () => {
  await cell(ines, 'Kiln', 'Vocals').focus()
  await ines.keyboard.press('ArrowUp')
  await ines.keyboard.press('F2')
  await ines.getByRole('dialog', { name: 'Rename Vocals' }).getByLabel('Name').fill('Voices')
  await ines.keyboard.press('Enter')
  await head(ed, 'Voices').waitFor()
  await expect.poll(() => focused(ines)).toBe('-1:2')
  await ines.keyboard.press('Alt+ArrowLeft')
  await expect
    .poll(() => grid(ed).getByRole('columnheader').allTextContents())
    .toEqual([
      'Title',
      expect.stringMatching(/^Drums/),
      expect.stringMatching(/^Voices/),
      expect.stringMatching(/^Bass/),
      expect.stringMatching(/^Edit/),
      expect.stringMatching(/^Mix/),
      expect.stringMatching(/^Master/),
    ])
  await expect.poll(() => focused(ines)).toBe('-1:1')
  await head(ines, 'Voices').getByRole('button').click()
  await ines.getByRole('menuitem', { name: 'Delete' }).click()
  await head(ed, 'Voices').waitFor({ state: 'detached' })
  await ines.getByRole('button', { name: 'Undo' }).last().click()
  await head(ed, 'Voices').waitFor()
  await row(ed, 'Undertow').getByText('In progress').waitFor()
})

test('it is as good to read in the light as in the dark, and without a mouse', async () => {
  expect(await barriersInBothThemes(ines)).toEqual([])
})

test('a spreadsheet gets it, too', async () => {
  await ines.getByRole('button', { name: 'More about the sheet' }).click()
  const [file] = await Promise.all([
    ines.waitForEvent('download'),
    ines.getByRole('menuitem', { name: 'Download as CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('Low Tide – tracking sheet.csv')
  expect(await readFile(await file.path(), 'utf8')).toContain('"Done","Ed Moss","2020-01-31","Fender, not the synth"')
})

test('a listener reads it on a phone, a card for each track', async () => {
  await lin.setViewportSize({ width: 390, height: 844 })
  await lin.goto(`${story.product.url}/?projectId=${story.projectId}&view=sheet`)
  const card = lin.getByRole('listitem').filter({ has: lin.getByRole('link', { name: 'Salt', exact: true }) })
  await card.getByRole('button', { name: /^Bass, Done/ }).click()
  const told = editor(lin)
  await told.getByText('Fender, not the synth').waitFor()
  expect(await told.getByRole('radio').count()).toBe(0)
  expect(await barriers(lin)).toEqual([])
  await lin.keyboard.press('Escape')
  await told.waitFor({ state: 'detached' })
  expect(await lin.getByRole('button', { name: 'Add stage' }).count()).toBe(0)
})

test('the history tells who did what, and leads to the sheet', async () => {
  await ed.goto(`${story.product.url}/?projectId=${story.projectId}&tab=activity`)
  await ed
    .getByText(/finished 2 stages in the sheet|finished Drums on Kiln/)
    .first()
    .waitFor()
  for (const visitor of Object.values(story.people)) expect(visitor.complaints).toEqual([])
})
