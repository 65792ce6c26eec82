import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { furnish } from './furnished.ts'
import { barriers, settled, sticksOut } from './page-health.ts'
import type { Visitor } from './product.ts'
import { openStory, type Story, type StoryProduct } from './story.ts'

/** A track's waveform in the product, by pointer, by keys alone and by touch. */
let story: Story<'ines'>
let product: StoryProduct
let ines: Visitor
let page: Page
let path = ''

beforeAll(async () => {
  story = await openStory({ people: { ines: 'Ines Duarte' }, project: null })
  ;({ product } = story)
  ;({ ines } = story.people)
  page = ines.page
  await page.goto(product.url)
  path = (await furnish(page)).find(({ name }) => name === 'a track')?.path ?? ''
})
afterAll(() => story?.end())
beforeEach(async ({ onTestFailed }) => {
  onTestFailed(async () => {
    for (const [i, shown] of story.browser
      .contexts()
      .flatMap((context) => context.pages())
      .entries())
      await shown.screenshot({ path: `.cache/wave-stage-${i}.png` }).catch(() => undefined)
  })
  await page.goto(product.url + path)
  await wave().locator('canvas').first().waitFor()
})

const wave = (on = page) => on.getByRole('slider', { name: 'Night Drive, version 3' })
const edge = (name: 'start' | 'end') => page.getByRole('slider', { name: `Selection ${name}` })
const spokenAt = async (slider: ReturnType<typeof wave>) => Number(await slider.getAttribute('aria-valuenow'))

test('everything selected is as loud as the whole, and a dragged stretch says its own loudness and loops', async () => {
  const whole = Number(/−([\d.]+) LUFS/.exec(await page.locator('main').innerText())?.[1])
  await wave().focus()
  await page.keyboard.press('Control+a')
  const selected = page.getByText(/^−[\d.]+ LUFS$/).last()
  await expect
    .poll(async () => Math.abs(Number(/[\d.]+/.exec(await selected.innerText())?.[0]) - whole))
    .toBeLessThanOrEqual(0.1)
  await page.keyboard.press('Escape')
  await expect.poll(() => edge('start').count()).toBe(0)
  const box = await wave().boundingBox()
  const [left, width, y] = [box?.x ?? 0, box?.width ?? 0, (box?.y ?? 0) + 60]
  await page.mouse.move(left + width / 4, y)
  await page.mouse.down()
  await page.mouse.move(left + width / 2, y, { steps: 4 })
  await page.mouse.up()
  expect([await spokenAt(edge('start')), await spokenAt(edge('end'))]).toEqual([
    expect.closeTo(30, 0),
    expect.closeTo(60, 0),
  ])
  await page.mouse.move(left + width / 2, y + 40)
  await page.mouse.down()
  await page.mouse.move(left + width * 0.75, y + 40, { steps: 4 })
  await page.mouse.up()
  expect(await spokenAt(edge('end'))).toBeCloseTo(90, 0)
  await page.getByRole('button', { name: /^Loop/ }).first().click()
  await page
    .getByRole('group', { name: 'Markers' })
    .getByRole('button', { name: /^Loop 0:30/ })
    .waitFor()
  await page.keyboard.press('k')
  await page.mouse.click(left + width / 2, y, { button: 'right' })
  await expect
    .poll(() => page.getByRole('menuitem').allInnerTexts())
    .toEqual([
      expect.stringContaining('Note'),
      expect.stringContaining('Loop'),
      'Name as section…',
      'New task here',
      'Clear the selection',
    ])
  await page.getByRole('menuitem', { name: 'Note' }).click()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toMatch(/^New note, At 0:(29|30)/)
  await page.keyboard.press('Escape')
  await expect.poll(() => edge('start').count()).toBe(0)
  // Where nothing is selected, one can be begun without a drag.
  await page.mouse.click(left + width / 2, y, { button: 'right' })
  await page.getByRole('menuitem', { name: /^Start a selection at the playhead/ }).waitFor()
  await page.keyboard.press('Escape')
})

test('by keys alone one places a selection to the sample, loops it and walks what stands above the wave', async () => {
  await wave().focus()
  for (const key of ['PageUp', 's', 'PageUp', 's']) await page.keyboard.press(key)
  await expect.poll(() => edge('end').count()).toBe(1)
  const first = await spokenAt(edge('start'))
  await edge('start').focus()
  await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(async () => (await edge('start').getAttribute('aria-valuetext')) ?? '').toMatch(/second/)
  expect((await spokenAt(edge('start'))) - first).toBeLessThan(0.001)
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Note' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => edge('start').evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('r')
  const markers = page.getByRole('group', { name: 'Markers' })
  await markers.getByRole('button', { name: /^Loop/ }).waitFor()
  await page.keyboard.press('k')
  await markers.getByRole('button').first().focus()
  await page.keyboard.press('End')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[role=group]')?.getAttribute('aria-label')))
    .toBe('Markers')
  await settled(page)
  expect(await barriers(page)).toEqual([])
})

test('rulers count as one likes, bars from the tempo that is kept for the track, and the choice stays', async () => {
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'View', exact: true }).click()
    await page.getByRole('menuitemradio', { name }).click()
  }
  await choose('Samples')
  await page.getByText('1,000,000', { exact: true }).first().waitFor()
  await choose('Timecode')
  await page.getByText('00:00:30:00', { exact: true }).first().waitFor()
  await choose('Bars and beats')
  const tempo = page.getByLabel('Beats per minute')
  if (!(await tempo.isVisible().catch(() => false))) {
    // One was found already; it can be corrected.
    await page.getByRole('button', { name: 'View', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Tempo…' }).click()
  }
  await tempo.fill('500')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Enter a number from 20 to 400').first().waitFor()
  await tempo.fill('120')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('33', { exact: true }).first().waitFor()
  await page.reload()
  await page.getByText('33', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: '120 BPM' }).first().waitFor()
  await choose('Minutes and seconds')
})

test('a spectrogram is drawn when it is asked for, in dark and light', async () => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.getByRole('button', { name: 'Spectrogram' }).click()
  const inkAt = () =>
    page.evaluate(() => {
      const canvas = [...document.querySelectorAll('canvas')].find(({ height }) => height === 256)
      return canvas
        ?.getContext('2d')
        ?.getImageData(Math.round(canvas.width / 2), 230, 1, 1)
        .data.join(' ')
    })
  await expect.poll(inkAt, { timeout: 90_000 }).toMatch(/255$/)
  const dark = await inkAt()
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(inkAt).not.toBe(dark)
  await page.emulateMedia({ colorScheme: null })
  await page.getByRole('button', { name: 'Spectrogram' }).click()
})

test('on a phone two fingers zoom, and what is selected can be looped at once, and the loop ended', async () => {
  const phone = await story.browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    storageState: await ines.context.storageState(),
  })
  const small = await phone.newPage()
  await small.goto(product.url + path)
  await wave(small).locator('canvas').first().waitFor()
  const box = await wave(small).boundingBox()
  const y = (box?.y ?? 0) + 60
  const session = await phone.newCDPSession(small)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...xs: readonly number[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: xs.map((x, id) => ({ x, y, id })) })
  const labels = () => small.locator('[class*=ruler] [class*=label]').allInnerTexts()
  const before = await labels()
  await touch('touchStart', 150)
  await touch('touchStart', 150, 240)
  await touch('touchMove', 50, 340)
  await touch('touchEnd')
  await expect.poll(labels).not.toEqual(before)
  await touch('touchStart', 100)
  // Down, and a little aside: the page is meant.
  await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: 108, y: y + 50, id: 0 }] })
  await touch('touchEnd')
  await expect.poll(() => small.getByRole('slider', { name: 'Selection start' }).count()).toBe(0)
  await touch('touchStart', 100)
  for (const x of [120, 160, 200]) await touch('touchMove', x)
  await touch('touchEnd')
  // What can be done with it is in sight above the sheet.
  for (const name of ['Note', 'Loop']) {
    await expect
      .poll(
        () =>
          small
            .getByRole('button', { name, exact: true })
            .first()
            .evaluate((button) => {
              const { left, top, width, height } = button.getBoundingClientRect()
              return button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
            }),
        { message: name },
      )
      .toBe(true)
  }
  await small.getByRole('button', { name: 'Loop', exact: true }).tap()
  await expect.poll(() => small.getByRole('slider', { name: 'Selection end' }).count()).toBe(1)
  for (const width of [320, 390]) {
    await small.setViewportSize({ width, height: 844 })
    expect(await sticksOut(small)).toEqual([])
  }
  await settled(small)
  expect(await barriers(small)).toEqual([])
  // A finger that rests asks what can be done with the selection, and lets go of nothing.
  // Above the bar that says the same.
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: 150, y: y - 40, id: 0 }] })
  await small.getByRole('menuitem', { name: 'Clear the selection' }).waitFor()
  await touch('touchEnd')
  await small.keyboard.press('Escape')
  await small.getByRole('menu').waitFor({ state: 'detached' })
  expect(await small.getByRole('slider', { name: 'Selection end' }).count()).toBe(1)
  // And the loop ends where it is told: in the player, without a keyboard.
  await small.getByRole('button', { name: /^Open the player/ }).tap()
  await small.getByRole('button', { name: /^Stop looping/ }).tap()
  await small.getByRole('button', { name: 'Loop the whole track' }).waitFor()
  expect(await barriers(small)).toEqual([])
  await small.getByRole('button', { name: 'Back to the page' }).tap()
  await phone.close()
})

test('nothing complained in her console', () => {
  expect(ines.complaints).toEqual([])
})
