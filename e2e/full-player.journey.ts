import { SONG_MIXES } from '#audio/song.ts'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bounce, picturesOfFailure, post, upload } from './openings.ts'
import { barriersInBothThemes } from './page-health.ts'
import { visit, type Visitor } from './product.ts'
import { openStory, type Story, type StoryProduct } from './story.ts'

/** The player on the whole screen of a phone, upright and on its side, and of a tablet. */
let story: Story<'ines'>
let product: StoryProduct
/** Ines with a phone. */
let phone: Visitor
let page: Page
let projectPath = ''
let trackPath = ''

picturesOfFailure('full-player', () => ({ phone }))
beforeAll(async () => {
  story = await openStory({ people: { ines: 'Ines Duarte' } })
  ;({ product } = story)
  const { projectId, trackId, versionId } = story
  const { ines } = story.people
  const first = { projectId, trackId, file: bounce(story.folder, SONG_MIXES.loud) }
  await upload(product, ines.page, first)
  for (const [fromSeconds, body] of [
    [5, 'Snare rings'],
    [8, 'Love this lift'],
  ] as const)
    await post(product, ines.page, `/api/projects/${projectId}/tracks/${trackId}/notes`, {
      versionId,
      fromSeconds,
      toSeconds: null,
      body,
    })
  projectPath = `${product.url}/?projectId=${projectId}`
  trackPath = `${projectPath}&trackId=${trackId}`
  phone = await visit(story.browser, {
    storageState: await ines.context.storageState(),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  ;({ page } = phone)
})
afterAll(() => story?.end())

const player = () => page.getByRole('dialog', { name: 'Glasshouse' })

async function openPlayer(path = trackPath): Promise<void> {
  await page.goto(path)
  if (path === projectPath)
    await page
      .getByRole('button', { name: /^Play all/ })
      .first()
      .tap()
  await page.getByRole('button', { name: /^Open the (player: Glasshouse|full-screen player)/ }).tap()
  await player().waitFor()
}

const closed = () => player().waitFor({ state: 'detached' })

/** What of the player's controls lies outside of the window. */
const outside = () =>
  player()
    .locator('button, a, [role="slider"]')
    .evaluateAll((parts) =>
      parts
        .filter((part) => {
          const { top, bottom, left, right } = part.getBoundingClientRect()
          return top < 0 || left < 0 || right > innerWidth || bottom > innerHeight
        })
        .map((part) => part.getAttribute('aria-label') ?? part.textContent),
    )

async function boxOf(part: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await part.boundingBox()
  if (!box) throw new Error('it has no box')
  return box
}

async function swipe(context: BrowserContext, from: { x: number; y: number }, to: { x: number; y: number }) {
  const session = await context.newCDPSession(page)
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
  await finger('touchStart', from)
  for (const share of [0.25, 0.5, 0.75, 1])
    await finger('touchMove', { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share })
  await finger('touchEnd')
}

test('the cover gives way to the meter, whose goniometer shows what plays', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openPlayer()
  const meter = player().getByRole('button', { name: 'Meter' })
  await meter.tap()
  const field = player().getByRole('img', { name: /^Goniometer/ })
  await field.waitFor()
  expect(await meter.getAttribute('aria-pressed')).toBe('true')
  const { width, height } = await boxOf(field.locator('canvas'))
  expect(width).toBeGreaterThan(180)
  expect(Math.abs(width - height)).toBeLessThan(1)
  expect(await outside()).toEqual([])
  await player().getByRole('button', { name: 'Play', exact: true }).tap()
  await expect
    .poll(() =>
      field.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
        return data.some((value, i) => i % 4 === 3 && value > 0)
      }),
    )
    .toBe(true)
  await expect.poll(() => player().locator('[data-figure="peak"]').textContent()).toMatch(/\d/)
  await player().getByRole('button', { name: 'Pause', exact: true }).tap()
  expect(await barriersInBothThemes(page, { within: '[role="dialog"]' })).toEqual([])
  await meter.tap()
  await field.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await closed()
})

test('Back, a swipe and Escape close it, and the page below is still there', async () => {
  await page.goto(projectPath)
  await page.getByRole('heading', { name: 'Low Tide' }).first().waitFor()
  await openPlayer()
  await page.goBack()
  await closed()
  expect(page.url()).toContain('trackId=')
  await page.getByRole('button', { name: /^Open the player/ }).tap()
  const art = await boxOf(player().locator('[class*=art] > svg'))
  // Not far enough: it comes back.
  await swipe(phone.context, { x: 195, y: art.y + 40 }, { x: 195, y: art.y + 90 })
  expect(await player().count()).toBe(1)
  await swipe(phone.context, { x: 195, y: art.y + 40 }, { x: 195, y: art.y + 260 })
  await closed()
  await page.getByRole('button', { name: /^Open the player/ }).tap()
  await player().waitFor()
  await page.keyboard.press('Escape')
  await closed()
  // None of them left a place of the player’s in the history.
  await page.goBack()
  await expect.poll(() => page.url()).not.toContain('trackId=')
})

test('a finger on the wave looks for a place, and the note is written there', async () => {
  await openPlayer()
  await expect.poll(() => player().locator('[class*=mark]').count()).toBeGreaterThan(1)
  const wave = await boxOf(player().getByRole('slider', { name: 'Position' }))
  expect(wave.height).toBeCloseTo(64)
  const y = wave.y + wave.height / 2
  await swipe(phone.context, { x: wave.x + 10, y }, { x: wave.x + wave.width / 2, y })
  // By key: of a tap this soon after a drag, Chromium makes no click.
  await player().getByRole('button', { name: 'Write a note at 0:06' }).press('Enter')
  await closed()
  const field = page.getByRole('textbox', { name: /^New note, At 0:0[56]\.\d{3}/ })
  await field.waitFor()
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.getByRole('button', { name: 'Discard' }).tap()
})

test('from another page a note is begun on the page of the track, and Back leads to where one was', async () => {
  await openPlayer(projectPath)
  await player().getByRole('button', { name: 'Pause', exact: true }).tap()
  await player()
    .getByRole('button', { name: /^Write a note at/ })
    .tap()
  await page.getByRole('textbox', { name: /^New note, At/ }).waitFor()
  expect(page.url()).toContain('trackId=')
  await page.getByRole('button', { name: 'Discard' }).tap()
  await page.goBack()
  await page
    .getByRole('button', { name: /^Play all|^Pause/ })
    .first()
    .waitFor()
  expect(page.url()).not.toContain('trackId=')
})

test('a comparison is flipped in reach of the thumb, and both are named', async () => {
  // It has what can be played.
  await expect
    .poll(
      () =>
        product.rows((db) => db.selectFrom('versions').select('state').where('track_id', '=', story.trackId).execute()),
      { timeout: 90_000 },
    )
    .toEqual([{ state: 'ready' }, { state: 'ready' }])
  await page.goto(trackPath)
  await page.getByRole('button', { name: 'Compare', exact: true }).tap()
  await page.getByRole('button', { name: 'Flip to B' }).waitFor()
  await page.getByRole('button', { name: /^Open the player/ }).tap()
  await player().getByRole('button', { name: 'Flip to B, v1' }).tap()
  await player().getByRole('button', { name: 'Flip to A, v2' }).waitFor()
  expect(await player().getByRole('button', { name: 'B, v1', exact: true }).getAttribute('aria-pressed')).toBe('true')
  await page.keyboard.press('Escape')
})

test('without a comparison the versions of the track are flipped there, at the same place', async () => {
  await openPlayer()
  const flip = player().getByRole('group', { name: 'Flip between versions' })
  const [newer, older] = [flip.getByRole('button', { name: /^v2/ }), flip.getByRole('button', { name: /^v1/ })]
  await newer.and(page.locator('[aria-pressed="true"]')).waitFor()
  const place = player().getByRole('slider', { name: 'Position' })
  const placeOf = async () => Number(await place.getAttribute('aria-valuenow'))
  await place.press('Home')
  await place.press('ArrowRight')
  await expect.poll(placeOf).toBeGreaterThan(0)
  const before = await placeOf()
  await older.tap()
  await older.and(page.locator('[aria-pressed="true"]')).waitFor()
  await expect.poll(async () => Math.abs((await placeOf()) - before)).toBeLessThan(3)
  expect(await barriersInBothThemes(page)).toEqual([])
  await newer.tap()
  await newer.and(page.locator('[aria-pressed="true"]')).waitFor()
  await page.keyboard.press('Escape')
  await closed()
})

test.each([
  [390, 844],
  [360, 740],
  [844, 390],
  [740, 360],
  [820, 1180],
  [1024, 768],
])('at %i × %i all of it is in the window, and the picture is not in the way', async (width, height) => {
  await page.setViewportSize({ width, height })
  await openPlayer()
  await player()
    .getByRole('button', { name: /^Write a note at/ })
    .waitFor()
  expect(await outside()).toEqual([])
  const art = await boxOf(player().locator('[class*=art] > svg'))
  const title = await boxOf(player().getByRole('heading', { name: 'Glasshouse' }))
  expect(Math.min(art.width, art.height)).toBeGreaterThanOrEqual(160)
  // Above the title, or beside it.
  expect(art.y + art.height <= title.y || art.x + art.width <= title.x).toBe(true)
  const low = await player()
    .locator('button')
    .evaluateAll((buttons: HTMLElement[]) =>
      buttons
        .filter((button) => Math.min(button.offsetWidth, button.offsetHeight) < 40)
        .map((button) => button.getAttribute('aria-label')),
    )
  expect(low).toEqual([])
  await page.keyboard.press('Escape')
  await closed()
})

test('a low window has the bar of a phone', async () => {
  await page.setViewportSize({ width: 844, height: 390 })
  await page.goto(trackPath)
  const bar = page.getByRole('region', { name: 'Player' })
  await bar.getByRole('button', { name: /^Open the player/ }).waitFor()
  expect(Math.round((await boxOf(bar)).height)).toBeLessThanOrEqual(65)
  await page.setViewportSize({ width: 390, height: 844 })
})

test('a lock screen has the cover as a picture, the title and the artist', async () => {
  await openPlayer()
  await player().getByRole('button', { name: 'Play', exact: true }).tap()
  await player().getByRole('button', { name: 'Pause', exact: true }).waitFor()
  const metadata = () =>
    page.evaluate(() => {
      const { title, artist, artwork } = navigator.mediaSession.metadata ?? { title: '', artist: '', artwork: [] }
      return { title, artist, picture: artwork.map(({ src, sizes, type }) => [src.split(':')[0], sizes, type]) }
    })
  await expect
    .poll(metadata)
    .toEqual({ title: 'Glasshouse v2', artist: 'Low Tide', picture: [['blob', '512x512', 'image/png']] })
  await player().getByRole('button', { name: 'Pause', exact: true }).tap()
})

test('nobody is kept out', async () => {
  expect(await barriersInBothThemes(page, { within: '[role="dialog"]' })).toEqual([])
})

test('nobody’s console complained', () => expect(phone.complaints).toEqual([]))
