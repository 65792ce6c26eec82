import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeFlac, noise, type FlacFixture } from './flac-fixture.ts'
import { makePeaks } from './peaks-fixture.ts'
import type { WaveHarness } from './player-harness/wave-harness.ts'
import { openStage, type PlayableForPage, type PlayerStage, putFlac, putPcm } from './player-page.ts'

declare const waveHarness: WaveHarness

const RATE = 8000
const SECONDS = 120
let stage: PlayerStage
let song: FlacFixture
let flac: PlayableForPage
let pcm: PlayableForPage

beforeAll(async () => {
  stage = await openStage()
  song = makeFlac(noise(RATE * SECONDS, 2), RATE, 24)
  flac = putFlac(stage.server, 'song', song)
  pcm = putPcm(stage.server, 'raw', song.planes, RATE)
  stage.server.put('song.peaks', makePeaks(song.planes, RATE))
})
afterAll(() => stage.close())
beforeEach(() => {
  stage.server.requests.length = 0
})

async function openWave(more: Readonly<Record<string, string>> = {}, sound: PlayableForPage = flac): Promise<Page> {
  const query = new URLSearchParams({
    rate: String(RATE),
    channels: '2',
    frames: String(RATE * SECONDS),
    peaks: '/files/song.peaks',
    sound: JSON.stringify({ source: sound.source, urls: sound.urls }),
    ...more,
  })
  const page = await stage.openPage(`wave.html?${query}`)
  await page.waitForSelector('.detail canvas')
  return page
}

/** Turn the wheel over a place in the detail until nothing changes any more. */
async function zoomAllTheWay(page: Page, x: number): Promise<void> {
  await page.locator('.detail').hover({ position: { x, y: 100 } })
  for (let i = 0; i < 12; i++) await page.mouse.wheel(0, -600)
  await expect.poll(() => page.evaluate(() => waveHarness.view()?.framesPerPx)).toBe(1 / 32)
}

/**
 * Heights of the topmost and the lowest inked pixel of a channel in a column of the unplayed wave; undefined where
 * there is none.
 */
function inkIn(page: Page, x: number, channel: number): Promise<readonly [number, number] | undefined> {
  return page.evaluate(
    ([x, channel]) => {
      const wave = document.querySelector<HTMLCanvasElement>('.detail canvas')
      const context = wave && new OffscreenCanvas(1, wave.height).getContext('2d')
      if (!wave || !context) return undefined
      context.drawImage(wave, -x, 0)
      const { data } = context.getImageData(0, 0, 1, wave.height)
      const half = (wave.height - 10) / 2
      // The wave's own ink is lighter than grid and zero line.
      const inked = Array.from({ length: half }, (_, i) => i + channel * (half + 10)).filter(
        (y) => (data[y * 4] ?? 0) > 0x45 && (data[y * 4 + 3] ?? 0) > 200,
      )
      const [top, bottom] = [inked[0], inked.at(-1)]
      return top === undefined || bottom === undefined ? undefined : ([top, bottom] as const)
    },
    [x, channel] as const,
  )
}

test.each([
  ['FLAC', () => flac],
  ['PCM', () => pcm],
])('at the closest, single samples of %s stand where the file has them, in both channels', async (_, sound) => {
  const page = await openWave({}, sound())
  await zoomAllTheWay(page, 500)
  const view = await page.evaluate(() => waveHarness.view())
  const start = view?.startFrame ?? 0
  for (const frame of [4, 11, 17, 26].map((i) => Math.ceil(start) + i)) {
    const x = (frame - start) * 32
    for (const channel of [0, 1]) {
      const middle = 97.5 + channel * 205
      const expected = middle - (song.planes[channel]?.[frame] ?? 0) * 96.5
      // The point of three pixels that stands there; a line passes through it.
      await expect
        .poll(async () =>
          Math.abs(((await inkIn(page, Math.round(x), channel)) ?? [-99, -99]).reduce((a, b) => a + b) / 2 - expected),
        )
        .toBeLessThan(6)
    }
  }
  await page.context().close()
})

test('between peaks and samples each column reaches as far as its samples; only what is seen is fetched', async () => {
  const page = await openWave()
  await page.locator('.detail').hover({ position: { x: 500, y: 100 } })
  await page.mouse.wheel(0, -1600)
  const view = await page.evaluate(() => waveHarness.view())
  const [start, scale] = [view?.startFrame ?? 0, view?.framesPerPx ?? 1]
  expect(scale).toBeGreaterThan(10)
  expect(scale).toBeLessThan(30)
  for (const x of [100, 500, 900]) {
    const samples =
      song.planes[0]?.subarray(Math.ceil(start + x * scale) - 1, Math.ceil(start + (x + 1) * scale)) ??
      new Float32Array()
    const [highest, lowest] = [Math.max(...samples), Math.min(...samples)]
    await expect
      .poll(async () => Math.abs(((await inkIn(page, x, 0))?.[0] ?? 0) - (97.5 - highest * 96.5)))
      .toBeLessThan(1.6)
    await expect
      .poll(async () => Math.abs(((await inkIn(page, x, 0))?.[1] ?? 0) - (97.5 - lowest * 96.5)))
      .toBeLessThan(2.6)
  }
  const fetched = stage.server.requests
    .filter(({ name }) => name === 'song.flac')
    .reduce((sum, { start, end }) => sum + end - start, 0)
  expect(fetched).toBeGreaterThan(0)
  expect(fetched).toBeLessThan(song.stream.length / 10)
  await page.context().close()
})

test('the edges of a selection are dragged, and moved by keys to the very sample', async () => {
  const page = await openWave()
  const detail = page.locator('.detail')
  await detail.hover({ position: { x: 100, y: 100 } })
  await page.mouse.down()
  await detail.hover({ position: { x: 200, y: 120 } })
  await page.mouse.up()
  const selection = () => page.evaluate(() => waveHarness.selections.at(-1))
  expect(await selection()).toEqual({ from: 12, to: 24 })
  await page.mouse.move(200, (await detail.boundingBox())?.y ?? 0 + 50)
  await page.mouse.down()
  await page.mouse.move(300, 200)
  await page.mouse.up()
  expect((await selection())?.to).toBeCloseTo(36, 1)
  const start = page.getByRole('slider', { name: 'Selection start' })
  await start.focus()
  await page.keyboard.press('Shift+ArrowRight')
  expect((await selection())?.from).toBeCloseTo(12.12, 4)
  await page.keyboard.press('Alt+ArrowLeft')
  expect((await selection())?.from).toBeCloseTo(12.12 - 1 / RATE, 6)
  await expect.poll(() => start.getAttribute('aria-valuetext')).toBe('12.12 seconds')
  await page.keyboard.press('Home')
  expect((await selection())?.from).toBe(0)
  await page.keyboard.press('End')
  const last = await selection()
  expect((last?.to ?? 0) - (last?.from ?? 0)).toBeCloseTo(1 / RATE, 6)
  await page.context().close()
})

test('in the centre the music runs under the playhead, until somebody moves the view', async () => {
  const page = await openWave({ follow: 'centre' })
  await page.locator('.detail').hover({ position: { x: 500, y: 100 } })
  await page.mouse.wheel(0, -600)
  await page.waitForFunction(() => {
    // A hand is taken to have let go after a while.
    waveHarness.moveTo(80 + Math.random())
    const view = waveHarness.view()
    return (
      view !== undefined &&
      Math.abs(view.startFrame + 500 * view.framesPerPx - 80.5 * view.sampleRate) < view.sampleRate
    )
  })
  await page.evaluate(() => waveHarness.moveTo(70))
  const middle = () =>
    page.evaluate(() => ((waveHarness.view()?.startFrame ?? 0) + 500 * (waveHarness.view()?.framesPerPx ?? 0)) / 8000)
  expect(await middle()).toBeCloseTo(70, 1)
  await page.mouse.wheel(200, 0)
  const moved = await middle()
  await page.evaluate(() => waveHarness.moveTo(70.02))
  expect(await middle()).toBe(moved)
  await page.context().close()
})

test('switched off, the view stays where one looks', async () => {
  const page = await openWave({ follow: 'off' })
  await page.locator('.detail').hover({ position: { x: 0, y: 100 } })
  await page.mouse.wheel(0, -1200)
  const end = await page.evaluate(() => ((waveHarness.view()?.framesPerPx ?? 0) * 1000) / 8000)
  await page.evaluate((end) => {
    waveHarness.moveTo(end - 0.01)
    waveHarness.moveTo(end + 0.01)
  }, end)
  await expect.poll(() => page.evaluate(() => waveHarness.view()?.startFrame)).toBe(0)
  await page.context().close()
})

test('markers are one stop for Tab, walked in time order with the arrow keys, also beyond the view', async () => {
  const page = await openWave({ markers: '40' })
  await page.locator('.detail').hover({ position: { x: 0, y: 100 } })
  await page.mouse.wheel(0, -1200)
  const labels = () =>
    page
      .getByRole('group', { name: 'Markers' })
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')))
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  const first = await labels()
  await page.getByRole('group', { name: 'Markers' }).getByRole('button').first().focus()
  await page.keyboard.press('ArrowRight')
  expect(await focused()).toBe(first[1])
  for (let i = 0; i < first.length; i++) await page.keyboard.press('ArrowRight')
  await expect.poll(() => page.evaluate(() => waveHarness.view()?.startFrame)).toBeGreaterThan(0)
  expect(await labels()).toContain(await focused())
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => waveHarness.chosen)).toHaveLength(1)
  await page.keyboard.press('Home')
  expect(await focused()).toBe(first[0])
  await expect.poll(() => page.getByRole('group', { name: 'Markers' }).locator('[tabindex="0"]').count()).toBe(1)
  await page.context().close()
})

test('a crowd of markers opens when it is pressed', async () => {
  const page = await openWave({ markers: '500' })
  const crowds = page.getByRole('button', { name: /^\d+ markers/ })
  await expect.poll(() => crowds.count()).toBeGreaterThan(20)
  await expect
    .poll(() => page.getByRole('group', { name: 'Markers' }).getByRole('button').count())
    .toBeLessThanOrEqual(51)
  await crowds.nth(10).click()
  await expect.poll(() => page.getByRole('button', { name: /^Note/ }).count()).toBeGreaterThan(4)
  expect((await page.evaluate(() => (waveHarness.view()?.framesPerPx ?? 0) * 1000)) / RATE).toBeLessThan(2.4 * 3)
  await expect.poll(() => page.evaluate(() => waveHarness.chosen)).toEqual([])
  await page.context().close()
})

test('a pinch of the trackpad zooms finely about the pointer', async () => {
  const page = await openWave()
  await page.locator('.detail').hover({ position: { x: 250, y: 100 } })
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -10)
  await page.keyboard.up('Control')
  const view = await page.evaluate(() => waveHarness.view())
  expect((RATE * SECONDS) / 1000 / (view?.framesPerPx ?? 0)).toBeCloseTo(1.01 ** 10, 3)
  expect((view?.startFrame ?? 0) + 250 * (view?.framesPerPx ?? 0)).toBeCloseTo(RATE * 30, 3)
  await page.context().close()
})
