import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { noise } from './flac-fixture.ts'
import { makePeaks } from './peaks-fixture.ts'
import type { WaveHarness } from './player-harness/wave-harness.ts'
import { openStage, type PlayerStage } from './player-page.ts'

declare const waveHarness: WaveHarness

const RATE = 8000
const SECONDS = 600
let stage: PlayerStage

beforeAll(async () => {
  stage = await openStage()
  // Loud for the first half, then silent.
  const planes = noise(RATE * SECONDS, 2).map((plane) =>
    Float32Array.from(plane, (sample, i) => (i < (RATE * SECONDS) / 2 ? sample : 0)),
  )
  stage.server.put('song.peaks', makePeaks(planes, RATE))
})
afterAll(() => stage.close())
beforeEach(() => {
  stage.server.requests.length = 0
})

async function openWave(): Promise<Page> {
  const page = await stage.openPage(
    `wave.html?rate=${RATE}&channels=2&frames=${RATE * SECONDS}&peaks=/files/song.peaks`,
  )
  await page.waitForSelector('.detail canvas')
  await expect.poll(() => inkAt(page, 250, 60)).toBeGreaterThan(0)
  return page
}

/** Red, green, blue and opacity of the unplayed wave at a point of the detail. */
function colourAt(page: Page, x: number, y: number): Promise<readonly number[]> {
  return page.evaluate(
    ([x, y]) => {
      const wave = document.querySelector<HTMLCanvasElement>('.detail canvas')
      const context = new OffscreenCanvas(1, 1).getContext('2d')
      if (!wave || !context) return []
      context.drawImage(wave, -x, -y)
      return [...context.getImageData(0, 0, 1, 1).data]
    },
    [x, y] as const,
  )
}

async function inkAt(page: Page, x: number, y: number): Promise<number> {
  return (await colourAt(page, x, y))[3] ?? 0
}

test('loud music is drawn loud, in both channels, and silence as a line', async () => {
  const page = await openWave()
  await expect.poll(() => inkAt(page, 250, 60)).toBe(255)
  await expect.poll(() => inkAt(page, 250, 300)).toBe(255)
  await expect.poll(() => inkAt(page, 755, 60)).toBe(0)
  await page.context().close()
})

test('the first picture costs little, and zooming in fetches only what is looked at', async () => {
  const page = await openWave()
  const size = (requests: typeof stage.server.requests): number =>
    requests.reduce((sum, { start, end }) => sum + end - start, 0)
  expect(size(stage.server.requests)).toBeLessThan(60_000)
  const before = stage.server.requests.length
  await page.locator('.detail').hover({ position: { x: 250, y: 100 } })
  await page.mouse.wheel(0, -1600)
  await expect.poll(() => stage.server.requests.length).toBeGreaterThan(before)
  expect(size(stage.server.requests.slice(before))).toBeLessThan(60_000)
  const view = await page.evaluate(() => waveHarness.view())
  expect(view?.framesPerPx).toBeLessThan(100)
  expect(((view?.startFrame ?? 0) + 250 * (view?.framesPerPx ?? 0)) / RATE).toBeCloseTo(150, 1)
  await page.context().close()
})

test('a click seeks to its place; a drag selects and does not seek', async () => {
  const page = await openWave()
  const detail = page.locator('.detail')
  await detail.click({ position: { x: 400, y: 100 } })
  await expect.poll(() => page.evaluate(() => waveHarness.seeks)).toEqual([240])
  await detail.hover({ position: { x: 100, y: 100 } })
  await page.mouse.down()
  await detail.hover({ position: { x: 50, y: 120 } })
  await page.mouse.up()
  await expect.poll(() => page.evaluate(() => waveHarness.selections.at(-1))).toEqual({ from: 30, to: 60 })
  await expect.poll(() => page.evaluate(() => waveHarness.seeks)).toHaveLength(1)
  await page.context().close()
})

test('two fingers zoom, and neither seek nor select', async () => {
  const page = await openWave()
  const session = await page.context().newCDPSession(page)
  const y = (await page.locator('.detail').boundingBox())?.y ?? 0
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...xs: readonly number[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: xs.map((x, id) => ({ x, y: y + 50, id })) })
  await touch('touchStart', 400)
  await touch('touchStart', 400, 600)
  await touch('touchMove', 300, 600)
  await touch('touchMove', 300, 700)
  await touch('touchEnd')
  const view = await page.evaluate(() => waveHarness.view())
  expect(view?.framesPerPx).toBeCloseTo((RATE * SECONDS) / 1000 / 2, 0)
  await expect
    .poll(() => page.evaluate(() => [waveHarness.seeks.length, waveHarness.selections.length]))
    .toEqual([0, 0])
  await page.context().close()
})

test('by keyboard it is a slider that says its time and place', async () => {
  const page = await openWave()
  const slider = page.getByRole('slider', { name: 'Glasshouse, version 6' })
  await slider.focus()
  await page.keyboard.press('PageUp')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowLeft')
  await expect.poll(() => page.evaluate(() => waveHarness.seeks)).toEqual([10, 15, 14])
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('14 seconds of 10 minutes')
  await page.evaluate(() => waveHarness.moveTo(72.48))
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('1 minute 12 seconds of 10 minutes, Chorus')
  await expect.poll(() => slider.getAttribute('aria-valuenow')).toBe('72')
  await expect.poll(() => slider.getAttribute('aria-valuemax')).toBe('600')
  await page.context().close()
})

test('the page turns when the playhead runs out of view', async () => {
  const page = await openWave()
  await page.locator('.detail').hover({ position: { x: 0, y: 100 } })
  await page.mouse.wheel(0, -1200)
  const edge = await page.evaluate(() => {
    const view = waveHarness.view()
    return view ? (view.startFrame + view.framesPerPx * view.widthPx) / view.sampleRate : 0
  })
  expect(edge).toBeLessThan(60)
  await page.evaluate((edge) => {
    waveHarness.moveTo(edge - 0.01)
    waveHarness.moveTo(edge + 0.01)
  }, edge)
  await expect
    .poll(() => page.evaluate(() => (waveHarness.view()?.startFrame ?? 0) / (waveHarness.view()?.sampleRate ?? 1)))
    .toBeCloseTo(edge, 1)
  await page.context().close()
})

/** The colour that is on the screen there, whatever canvas it is from. */
async function seenAt(page: Page, x: number, y: number): Promise<string> {
  const box = await page.locator('.detail').boundingBox()
  const clip = { x: (box?.x ?? 0) + x, y: (box?.y ?? 0) + y, width: 1, height: 1 }
  const picture = (await page.screenshot({ clip })).toString('base64')
  return page.evaluate(async (picture) => {
    const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))
    const context = new OffscreenCanvas(1, 1).getContext('2d')
    context?.drawImage(await createImageBitmap(new Blob([bytes], { type: 'image/png' })), 0, 0)
    const rgb = context?.getImageData(0, 0, 1, 1).data.subarray(0, 3) ?? []
    return `#${[...rgb].map((part) => part.toString(16).padStart(2, '0')).join('')}`
  }, picture)
}

test('what was played is seen in its own colour up to the playhead, and not beyond', async () => {
  const page = await openWave()
  const [unplayed, played] = ['#848482', '#e9e04f']
  await expect.poll(() => seenAt(page, 250, 100)).toBe(unplayed)
  for (const [at, colour] of [
    [170, played],
    [130, unplayed],
    [600, played],
  ] as const) {
    await page.evaluate((at) => waveHarness.moveTo(at), at)
    await expect.poll(() => seenAt(page, 250, 100)).toBe(colour)
  }
  await page.context().close()
})

test('a change of theme redraws in the new colours', async () => {
  const page = await openWave()
  const dark = await colourAt(page, 250, 60)
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'))
  await expect.poll(() => colourAt(page, 250, 60)).not.toEqual(dark)
  await page.context().close()
})

test('a page at twice the pixels draws twice the columns', async () => {
  const page = await openWave()
  const width = () => page.evaluate(() => document.querySelector<HTMLCanvasElement>('.detail canvas')?.width)
  expect(await width()).toBe(1000)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setDeviceMetricsOverride', {
    width: 1280,
    height: 800,
    deviceScaleFactor: 2,
    mobile: false,
  })
  await expect.poll(width).toBe(2000)
  await page.context().close()
})
