import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { furnish } from './furnished.ts'
import { letIn, picturesOfFailure, post } from './openings.ts'
import { settled } from './page-health.ts'
import { visit, type Visitor } from './product.ts'
import { openStory, type Story, type StoryProduct } from './story.ts'

/**
 * What the page of a track shows at first sight in small windows, where nothing is cut and yet too little may be seen.
 */
let story: Story<'ines' | 'mo'>
let product: StoryProduct
let ines: Visitor
/** The same person with a phone, where everything that is pressed is larger. */
let phone: Visitor
let path = ''

picturesOfFailure('track-layout', () => ({ ines, phone }))
beforeAll(async () => {
  story = await openStory({ people: { ines: 'Ines Duarte', mo: 'Mo Winters' }, project: null })
  ;({ product } = story)
  ;({ ines } = story.people)
  const { mo } = story.people
  await ines.page.goto(product.url)
  path = (await furnish(ines.page)).find(({ name }) => name === 'a track')?.path ?? ''
  const [projectId = '', trackId = ''] = /projectId=([^&]+)&trackId=([^&]+)/.exec(path)?.slice(1) ?? []
  await letIn(product, { host: ines.page, guest: mo.page, projectId, role: 'editor' })
  const ofTrack = product.rows((db) =>
    db.selectFrom('versions').select('id').where('track_id', '=', trackId).orderBy('number').execute(),
  )
  const versionId = (await ofTrack).at(-1)?.id
  // Before all others, unread, and each so short that its bar is as narrow as one can be.
  for (const [from, body] of [
    [0, 'The **snare** rings at 400 Hz'],
    [4, 'A little less of the room'],
    [8, 'Love this lift'],
  ] as const) {
    const note = { versionId, fromSeconds: from, toSeconds: from + 0.5, body }
    await post(product, mo.page, `/api/projects/${projectId}/tracks/${trackId}/notes`, note)
  }
  // A moment, which on a phone has a row beside that of the ranges.
  await post(product, mo.page, `/api/projects/${projectId}/tracks/${trackId}/notes`, {
    versionId,
    fromSeconds: 30,
    toSeconds: null,
    body: 'Here',
  })
  await mo.context.close()
  phone = await visit(story.browser, {
    storageState: await ines.context.storageState(),
    hasTouch: true,
    isMobile: true,
  })
})
afterAll(() => story?.end())

const smallWindows = [
  [390, 844],
  [360, 740],
  [844, 390],
  [1280, 480],
] as const
test.each(smallWindows)('at %i × %i the first note can be read without scrolling', async (width, height) => {
  await open(ines.page, { width, height })
  expect(await shareInSight(ines.page, '[data-note] p')).toBe(1)
})

test.each([
  [844, 390],
  [740, 360],
  [320, 568],
])('at %i × %i who writes a note sees its words and how to send them', async (width, height) => {
  await open(phone.page, { width, height })
  const field = phone.page.getByRole('textbox', { name: /^New note/ })
  await field.fill('The vocal could come up a little before the chorus')
  const send = phone.page.getByRole('button', { name: 'Send', exact: true })
  for (const one of [field, send]) expect(await one.evaluate(isMet)).toBe(true)
  // What lies under the row with Send is scrolled to by whoever comes to it with the Tab key.
  for (const name of ['Section', 'Part']) {
    const mark = phone.page.locator('[data-composer]').getByRole('button', { name: new RegExp(`^${name}`) })
    await mark.focus()
    expect(await mark.evaluate(isMet)).toBe(true)
  }
  await field.fill('')
})

test.each([
  [360, 640],
  [320, 568],
])('at %i × %i some of the wave is left above the half-open sheet', async (width, height) => {
  await open(phone.page, { width, height })
  const wave = await phone.page.getByRole('slider', { name: 'Night Drive, version 3' }).boundingBox()
  const sheet = await phone.page.getByRole('complementary', { name: 'About this version' }).boundingBox()
  expect((sheet?.y ?? 0) - (wave?.y ?? 0)).toBeGreaterThan(40)
})

test('a guest of a desk has the wave, the field and the answer above the fold, whatever notes there are', async () => {
  const [projectId, trackId] = /projectId=([^&]+)&trackId=([^&]+)/.exec(path)?.slice(1) ?? []
  const { items } = await post(product, ines.page, `/api/projects/${projectId}/shares`, {
    what: { kind: 'tracks', trackIds: [trackId], latestOnly: true },
    may: { comment: true, seeNotes: true, approve: true, download: false, upload: false },
    label: 'Jo',
    message: '',
  })
  const { page, context } = await visit(story.browser, { viewport: { width: 1440, height: 900 } })
  await page.goto(items?.[0]?.url ?? '')
  await page.locator('[data-note]').first().waitFor()
  await settled(page)
  for (const part of [
    page.getByRole('slider', { name: /^Night Drive, version/ }),
    page.getByRole('textbox', { name: /^New note/ }),
    page.getByRole('button', { name: 'Ask for changes' }),
  ]) {
    const box = await part.boundingBox()
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(720)
  }
  await context.close()
})

test.each([
  [720, 450],
  [320, 256],
])('at %i × %i, a desk zoomed in, the wheel over the wave leads to the notes', async (width, height) => {
  const { page } = ines
  await open(page, { width, height })
  expect(await notesInSight(page)).toBe(0)
  await page.getByRole('slider', { name: 'Night Drive, version 3' }).hover()
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 120)
      return notesInSight(page)
    })
    .toBeGreaterThan(0)
})

test('at 390 × 844 half a sheet shows two whole notes', async () => {
  await open(phone.page, { width: 390, height: 844 })
  const whole = await phone.page.locator('[data-note]').evaluateAll(
    (notes) =>
      notes.filter((note) => {
        const { left, top, bottom } = note.getBoundingClientRect()
        return [top + 2, bottom - 3].every((y) => note.contains(document.elementFromPoint(left + 60, y)))
      }).length,
  )
  expect(whole).toBeGreaterThanOrEqual(2)
})

test('on a phone on its side the wave is in sight', async () => {
  await open(phone.page, { width: 844, height: 390 })
  const wave = await phone.page.getByRole('slider', { name: 'Night Drive, version 3' }).boundingBox()
  const bar = await phone.page.getByRole('region', { name: 'Player' }).boundingBox()
  expect((bar?.y ?? 0) - (wave?.y ?? 0)).toBeGreaterThan(80)
})

test('a long name on a button stays in the window', async () => {
  const { id } = await post(product, ines.page, '/api/projects', {
    name: 'The extraordinarily long working title of a concept album in three acts, and its demos',
  })
  await ines.page.setViewportSize({ width: 390, height: 844 })
  await ines.page.goto(`${product.url}/?projectId=${id}&trackId=nothing`)
  const back = await ines.page.getByRole('link', { name: /^Back to The extraordinarily/ }).boundingBox()
  expect(back?.x).toBeGreaterThanOrEqual(16)
  expect((back?.x ?? 0) + (back?.width ?? 0)).toBeLessThanOrEqual(374)
})

test('on a phone the tools of the notes stand in one line, and the field for a new one too', async () => {
  await open(ines.page, { width: 360, height: 740 })
  expect(await heightOf(ines.page, '[data-scroller] [role="group"]')).toBeLessThan(44)
  const more = await ines.page.getByRole('button', { name: 'More for all notes' }).first().boundingBox()
  const lists = await ines.page.locator('[data-scroller] [role="group"]').first().boundingBox()
  expect(more && lists && Math.abs(more.y + more.height / 2 - lists.y - lists.height / 2)).toBeLessThan(4)
  expect(await heightOf(ines.page, '[data-composer] textarea')).toBeLessThan(32)
})

test('where there is no room to offer a round, the menu of the notes opens one', async () => {
  await open(ines.page, { width: 390, height: 844 })
  await ines.page.getByRole('button', { name: 'More for all notes' }).first().click()
  await ines.page.getByRole('menuitem', { name: 'Start review round 1…' }).click()
  await ines.page.getByRole('dialog', { name: /Start review round 1/ }).waitFor()
  await ines.page.keyboard.press('Escape')
})

test.each([
  [1440, 900],
  [390, 844],
])('at %i × %i the letters in the narrowest bars above the wave are whole', async (width, height) => {
  await open(ines.page, { width, height })
  const cut = await ines.page.locator('button [data-initials]').evaluateAll((faces) =>
    faces.flatMap((face) => {
      const own = face.getBoundingClientRect()
      const bar = face.closest('button')
      const [left, width] = bar ? [bar.getBoundingClientRect().left + bar.clientLeft, bar.clientWidth] : [0, 0]
      const right = own.left + Math.max(own.width, face.scrollWidth)
      return own.left >= left && right <= left + width ? [] : [`${own.left}–${right} in ${left}–${left + width}`]
    }),
  )
  expect(cut).toEqual([])
})

async function open(page: Page, window: { readonly width: number; readonly height: number }): Promise<void> {
  await page.setViewportSize(window)
  await page.goto(product.url + path)
  await page.locator('[data-note]').first().waitFor()
  await settled(page)
}

/** Whether a finger in its middle would meet it. */
function isMet(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  const met = document.elementFromPoint(left + width / 2, top + height / 2)
  return met !== null && element.contains(met)
}

/** How many notes have words that can be read and pressed. */
function notesInSight(page: Page): Promise<number> {
  return page.locator('[data-note] p').evaluateAll(
    (words) =>
      words.filter((one) => {
        const { left, top, width, height } = one.getBoundingClientRect()
        return one.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      }).length,
  )
}

async function heightOf(page: Page, selector: string): Promise<number> {
  return (await page.locator(selector).first().boundingBox())?.height ?? 0
}

/** Of the first one, 0 to 1, as it stands. */
function shareInSight(page: Page, selector: string): Promise<number> {
  return page
    .locator(selector)
    .first()
    .evaluate(
      (element) =>
        new Promise<number>((resolve) => {
          const watch = new IntersectionObserver(([entry]) => {
            watch.disconnect()
            resolve(entry?.intersectionRatio ?? 0)
          })
          watch.observe(element)
        }),
    )
}
