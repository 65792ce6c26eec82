import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { picturesOfFailure } from './openings.ts'
import { barriers } from './page-health.ts'
import { openStory, type Story } from './story.ts'

/** Ines gives a project and a track their artwork; Jo sees it as it changes. */
let story: Story<'ines' | 'jo'>
/** Half red, half blue, twice as wide as high. */
let picture = ''

picturesOfFailure('artwork', () => story.people)
beforeAll(async () => {
  story = await openStory({ people: { ines: 'Ines Duarte', jo: 'Jo Okafor' } })
  const { ines, jo } = story.people
  picture = await ines.page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 200 })
    const context = canvas.getContext('2d')
    for (const [colour, left] of [
      ['#ff0000', 0],
      ['#0000ff', 200],
    ] as const) {
      if (context) context.fillStyle = colour
      context?.fillRect(left, 0, 200, 200)
    }
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  await Promise.all([ines.page.goto(projectPage()), jo.page.goto(projectPage())])
})
afterAll(() => story?.end())

const projectPage = () => `${story.product.url}/?projectId=${story.projectId}`
const ofProject = (page: Page) => page.locator('main header img')
const file = () => ({ name: 'sleeve.png', mimeType: 'image/png', buffer: Buffer.from(picture, 'base64') })

/** The colour in the middle of a picture, as the page shows it. */
function middle(image: Locator): Promise<readonly number[]> {
  return image.evaluate(async (element: HTMLImageElement) => {
    await element.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 })
    const context = canvas.getContext('2d')
    const [x, y] = [element.naturalWidth / 2 - 2, element.naturalHeight / 2]
    context?.drawImage(element, x, y, 1, 1, 0, 0, 1, 1)
    return [...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3).map((value) => (value > 127 ? 255 : 0))
  })
}

test('a picture is cropped by the keys to the part that she wants, and Jo sees it at once', async () => {
  const { page } = story.people.ines
  await page.getByRole('button', { name: 'Change the artwork of Low Tide' }).click()
  const dialog = page.getByRole('dialog', { name: 'Artwork of Low Tide' })
  await dialog.locator('input[type=file]').setInputFiles(file())
  const part = dialog.getByRole('button', { name: 'Part of the picture that is shown' })
  await part.focus()
  for (let step = 0; step < 12; step += 1) await page.keyboard.press('ArrowLeft')
  expect(await barriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save artwork' }).click()
  await dialog.waitFor({ state: 'detached' })
  for (const { page: one } of Object.values(story.people)) {
    await ofProject(one).waitFor()
    expect(await middle(ofProject(one))).toEqual([255, 0, 0])
    expect(await middle(one.getByRole('navigation').locator('img').first())).toEqual([255, 0, 0])
  }
})

test('a file that is no picture is refused in words', async () => {
  const { page } = story.people.ines
  await page.getByRole('button', { name: 'Change the artwork of Low Tide' }).click()
  const dialog = page.getByRole('dialog', { name: 'Artwork of Low Tide' })
  await dialog.locator('input[type=file]').setInputFiles({ ...file(), buffer: Buffer.from('no picture') })
  await dialog.getByRole('alert').getByText('This file is not a picture that the browser can open.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
})

test('a track has its own, which the player shows', async () => {
  const { page } = story.people.ines
  await page.getByRole('button', { name: 'Menu of Glasshouse' }).click()
  await page.getByRole('menuitem', { name: 'Artwork…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Artwork of Glasshouse' })
  await dialog.locator('input[type=file]').setInputFiles(file())
  const part = dialog.getByRole('button', { name: 'Part of the picture that is shown' })
  const box = await part.boundingBox()
  if (!box) throw new Error('nothing to drag')
  await page.mouse.move(box.x + 250, box.y + 100)
  await page.mouse.down()
  await page.mouse.move(box.x + 10, box.y + 100, { steps: 4 })
  await page.mouse.up()
  await dialog.getByRole('button', { name: 'Save artwork' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Play all' }).click()
  await expect
    .poll(() => middle(page.getByRole('region', { name: 'Player' }).locator('img').first()), { timeout: 20_000 })
    .toEqual([0, 0, 255])
})

test('who may only comment changes nothing', async () => {
  const { page } = story.people.jo
  expect(await page.getByRole('button', { name: /^Change the artwork/ }).count()).toBe(0)
})

test('removed, the drawn one comes back, and undone the picture', async () => {
  const { page } = story.people.ines
  await page.getByRole('button', { name: 'Change the artwork of Low Tide' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await ofProject(page).waitFor({ state: 'detached' })
  await ofProject(story.people.jo.page).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await ofProject(page).waitFor()
  expect(await middle(ofProject(page))).toEqual([255, 0, 0])
})

test('nobody’s console complained', () => {
  for (const { complaints } of Object.values(story.people)) expect(complaints).toEqual([])
})
