import { SONG_MIXES } from '#audio/song.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bounce, picturesOfFailure, post, upload } from './openings.ts'
import type { Visitor } from './product.ts'
import { openStory, type Story, type StoryProduct } from './story.ts'

/** The bar at the foot: play is in its middle, whatever is heard and however wide the window is. */
const widths = [721, 820, 1024, 1280, 1440, 1920]
let folder = ''
const longTitle =
  'The Long Way Round to Where We Started (feat. Arden Wells and the Harbour Row ' +
  'Choir) [Live at the Boathouse, second night]'
let story: Story<'ines'>
let product: StoryProduct
let ines: Visitor
let page: Page
let projectId = ''
let glasshouse = { trackId: '', versionId: '' }
let long = { trackId: '', versionId: '' }

picturesOfFailure('player-bar', () => ({ ines }))
beforeAll(async () => {
  story = await openStory({ people: { ines: 'Ines Duarte' } })
  ;({ product, folder, projectId } = story)
  ;({ ines } = story.people)
  page = ines.page
  const { trackId } = story
  glasshouse = await upload(product, page, { projectId, trackId, file: bounce(folder, SONG_MIXES.loud) })
  long = await upload(product, page, { projectId, file: bounce(folder), trackTitle: longTitle, filename: 'long.wav' })
})
afterAll(() => story?.end())

/**
 * Where play is from the middle of the window, how wide the words have it, and what lies on or beside something else.
 */
function measured(at: Page) {
  return at.evaluate(() => {
    const bar = document.querySelector('[data-player-bar]')
    const boxes = [...(bar?.querySelectorAll<HTMLElement>('button, a[title], input, [data-transport] > *') ?? [])]
      .filter((part) => part.checkVisibility() && !part.closest('[aria-hidden="true"]'))
      .map((part) => ({
        part,
        name: part.getAttribute('aria-label') ?? part.textContent,
        box: part.getBoundingClientRect(),
      }))
      .filter(({ box }) => box.width > 0)
    const meet = boxes.flatMap(({ part, name, box }, index) =>
      boxes
        .slice(index + 1)
        .filter((other) => !part.contains(other.part) && !other.part.contains(part))
        .filter(
          ({ box: other }) =>
            box.left < other.right - 0.5 &&
            other.left < box.right - 0.5 &&
            box.top < other.bottom - 0.5 &&
            other.top < box.bottom - 0.5,
        )
        .map((other) => `${name} on ${other.name}`),
    )
    const outside = boxes
      .filter(({ box }) => box.left < 0 || box.right > innerWidth || box.bottom > innerHeight)
      .map(({ name }) => `${name} outside`)
    const play = boxes.find(({ name }) => name === 'Play' || name === 'Pause' || name === 'Play a track first')?.box
    return {
      off: play ? play.left + play.width / 2 - document.documentElement.clientWidth / 2 : NaN,
      words: bar?.querySelector('a[title]')?.parentElement?.getBoundingClientRect().width ?? 0,
      wrong: [...meet, ...outside],
    }
  })
}

async function expectInTheMiddle(state: string, at = page): Promise<void> {
  for (const width of widths) {
    await at.setViewportSize({ width, height: 900 })
    const { off, words, wrong } = await measured(at)
    expect({ state, width, off, wrong }).toEqual({ state, width, off: 0, wrong: [] })
    expect(words, `${state} at ${width}`).toBeGreaterThanOrEqual(180)
  }
  await at.setViewportSize({ width: 1440, height: 900 })
}

async function openTrack(trackId: string): Promise<void> {
  await page.goto(`${product.url}/?projectId=${projectId}&trackId=${trackId}`)
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor({ timeout: 90_000 })
}

/** What is in the bar and beside it, and where: the boxes of its buttons in their order, and of the rail's last row. */
function placed(at: Page) {
  return at.evaluate(() => {
    const box = (part: Element) => {
      const { left, top, width, height } = part.getBoundingClientRect()
      return [left, top, width, height].map(Math.round).join(' ')
    }
    const bar = document.querySelector('[data-player-bar]')
    const isBadge = (part: Element) => part.matches('[aria-label*="bit-true"], [aria-label^="Original"]')
    const controls = [...(bar?.querySelectorAll<HTMLButtonElement | HTMLInputElement>('button, input') ?? [])].filter(
      (part) => part.checkVisibility() && !isBadge(part),
    )
    const rail = [...document.querySelectorAll('nav button, nav a')].filter((part) => part.checkVisibility()).at(-1)
    return {
      boxes: {
        bar: bar?.checkVisibility() ? box(bar) : 'none',
        rail: rail && box(rail),
        controls: controls.map(box),
        lines: [...(bar?.querySelectorAll('[class*=strip]') ?? [])].map(box),
      },
      unnamed: controls.filter((part) => !part.getAttribute('aria-label')).length,
      on: controls.filter((part) => !part.disabled).map((part) => part.getAttribute('aria-label')),
    }
  })
}

test('before anything is played the bar is there and off, and nothing moves when the first track starts', async () => {
  for (const width of [1440, 1280, 1012, 820]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${product.url}/?projectId=${projectId}`)
    await page.getByText('Nothing playing').waitFor()
    await page.getByRole('button', { name: 'Play all' }).waitFor()
    await page.evaluate(() => document.fonts.ready)
    const idle = await placed(page)
    expect({ width, on: idle.on, unnamed: idle.unnamed }).toEqual({ width, on: [], unnamed: 0 })
    const { off, wrong } = await measured(page)
    expect({ off, wrong }).toEqual({ off: 0, wrong: [] })
    await page.getByRole('button', { name: 'Play all' }).click()
    await page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause', exact: true }).waitFor()
    await expect.poll(async () => ({ width, ...(await placed(page)).boxes })).toEqual({ width, ...idle.boxes })
    await page.getByRole('button', { name: 'More player controls' }).click()
    await page.getByRole('menuitem', { name: 'Close the player' }).click()
    await page.getByText('Nothing playing').waitFor()
    await expect.poll(() => placed(page), { message: `closed again at ${width}` }).toEqual(idle)
  }
  for (const [width, height] of [
    [390, 844],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect
      .poll(async () => (await placed(page)).boxes.bar, { message: `no room is taken at ${width}×${height}` })
      .toBe('none')
  }
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('play stays in the middle: at rest, playing, looped, slowed, with notes, a long title, both rails', async () => {
  await openTrack(glasshouse.trackId)
  await expectInTheMiddle('at rest')
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
  await page.getByRole('button', { name: /bit-true/ }).waitFor()
  await expectInTheMiddle('playing')
  await page.keyboard.press('o')
  await page.getByRole('button', { name: /^Stop looping/ }).waitFor()
  await expectInTheMiddle('looped')
  await page.keyboard.press('[')
  await page.getByRole('button', { name: 'Speed 0.9×', exact: true }).waitFor()
  await page.keyboard.press('m')
  await expectInTheMiddle('slower and muted')
  await page.keyboard.press('m')
  await page.keyboard.press('\\')
  expect(await page.getByRole('button', { name: 'Next open note' }).isDisabled()).toBe(true)
  await post(product, page, `/api/projects/${projectId}/tracks/${glasshouse.trackId}/notes`, {
    versionId: glasshouse.versionId,
    fromSeconds: 5,
    toSeconds: null,
    body: 'Snare rings',
  })
  await expect.poll(() => page.getByRole('button', { name: 'Next open note' }).isEnabled()).toBe(true)
  await expectInTheMiddle('with a note')
  await openTrack(long.trackId)
  await expectInTheMiddle('a long title')
  await page.goto(`${product.url}/?projectId=${projectId}`)
  await page.getByRole('button', { name: 'Play all' }).click()
  await page.getByRole('button', { name: 'Next track' }).waitFor()
  await expectInTheMiddle('playing all, with the wide rail')
})

test('play stays in the middle of a comparison: on either letter and in their difference', async () => {
  await openTrack(glasshouse.trackId)
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await page.getByRole('region', { name: /^Source B/ }).waitFor()
  for (const key of ['1', '2', 'd']) {
    await page.keyboard.press(key)
    await expectInTheMiddle(`comparing by ${key}`)
  }
})

test('on a phone the rest of the player opens from the bar, by finger or key, with A and B in reach', async () => {
  const phone = await story.browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    serviceWorkers: 'block',
    storageState: await ines.context.storageState(),
  })
  const small = await phone.newPage()
  await small.goto(`${product.url}/?projectId=${projectId}&trackId=${glasshouse.trackId}`)
  const open = small.getByRole('button', { name: /^Open the player: Glasshouse/ })
  await open.tap()
  const player = small.getByRole('dialog', { name: 'Glasshouse' })
  await player.getByRole('button', { name: 'Loop the whole track' }).tap()
  await player.getByRole('button', { name: /^Stop looping/ }).waitFor()
  await player.getByRole('button', { name: 'Speed 1×', exact: true }).tap()
  await small.getByRole('menuitemradio', { name: '0.9×' }).tap()
  await player.getByRole('button', { name: 'Stereo, mono, sides' }).tap()
  await small.getByRole('menuitemradio', { name: 'Mono' }).tap()
  await player.getByRole('button', { name: 'Mute' }).tap()
  await player.getByRole('button', { name: 'Unmute' }).tap()
  for (const [width, height] of [
    [390, 844],
    [360, 740],
    [320, 640],
    [320, 480],
  ] as const) {
    await small.setViewportSize({ width, height })
    const lost = await player
      .locator('button, a')
      .evaluateAll(
        (parts) =>
          parts
            .map((part) => part.getBoundingClientRect())
            .filter(({ top, bottom, left, right }) => top < 0 || left < 0 || right > innerWidth || bottom > innerHeight)
            .length,
      )
    expect(lost, `${width}×${height}`).toBe(0)
  }
  await small.keyboard.press('Escape')
  await player.waitFor({ state: 'detached' })
  expect(await open.evaluate((button) => button === document.activeElement)).toBe(true)
  await small.keyboard.press('Enter')
  await player.getByRole('button', { name: 'Next open note' }).tap()
  await player.getByRole('button', { name: 'Back to the page' }).tap()
  await small.setViewportSize({ width: 390, height: 844 })
  await small.getByRole('button', { name: 'Compare', exact: true }).tap()
  await small.getByRole('button', { name: 'Flip to B' }).tap()
  await expect
    .poll(() => small.getByRole('button', { name: 'Listen to B', exact: true }).first().getAttribute('aria-pressed'))
    .toBe('true')
  await small.getByRole('button', { name: 'Flip to A' }).waitFor()
  await phone.close()
})

test('on a phone a task plays when selected, opens silently by its title, and a finger moves it along', async () => {
  const { id } = await post(product, page, `/api/projects/${projectId}/tasks`, {
    title: 'Tune the toms',
    trackId: glasshouse.trackId,
    fromSeconds: 2,
    toSeconds: 4,
  })
  const phone = await story.browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    serviceWorkers: 'block',
    storageState: await ines.context.storageState(),
  })
  const small = await phone.newPage()
  await small.goto(`${product.url}/?projectId=${projectId}&tab=tasks`)
  await small.getByRole('button', { name: 'Tune the toms' }).tap()
  await small.getByRole('complementary', { name: /-1$/ }).waitFor()
  await expect
    .poll(() => small.evaluate(() => document.activeElement?.tagName), { message: 'no field calls up the keyboard' })
    .toBe('BUTTON')
  await small.keyboard.press('Escape')
  await small.getByRole('complementary', { name: /-1$/ }).waitFor({ state: 'detached' })
  expect(await small.getByRole('button', { name: 'Pause', exact: true }).count()).toBe(0)
  await small.locator('[data-task]').tap({ position: { x: 200, y: 16 } })
  await small.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause', exact: true }).waitFor()
  await small.getByRole('button', { name: /^Open the player/ }).tap()
  await small.getByRole('button', { name: 'Stop looping 0:02.000 – 0:04.000' }).waitFor()
  await small.getByRole('button', { name: 'Back to the page' }).tap()
  const grip = await small.locator('[data-task] [aria-hidden="true"][class*=grip]').boundingBox()
  const session = await phone.newCDPSession(small)
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y: (grip?.y ?? 0) + 20 }],
    })
  const doing = small
    .getByRole('region', { name: 'In progress' })
    .or(small.getByRole('region', { name: 'Doing' }))
    .first()
  await finger('touchStart', (grip?.x ?? 0) + 20)
  await finger('touchMove', 375)
  // It comes into sight as the finger rests at the edge.
  await expect.poll(async () => (await doing.boundingBox())?.x ?? 999).toBeLessThan(200)
  await finger('touchMove', 250)
  await finger('touchEnd')
  const state = async () =>
    (await (await page.request.get(`${product.url}/api/projects/${projectId}/tasks`)).json()).items.find(
      (task: { id: string }) => task.id === id,
    )?.state
  await expect.poll(state).toBe('doing')
  await phone.close()
})

test('nobody’s console complained', () => expect(ines.complaints).toEqual([]))
