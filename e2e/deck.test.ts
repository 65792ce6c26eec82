import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { furnish } from './furnished.ts'
import { barriers, settled, sticksOut } from './page-health.ts'
import { launchBrowser, startProduct, visit, type Product, type Visitor } from './product.ts'

/** Comparing versions as people do it: on the sample song with its three mixes. */
let product: Product
let browser: Browser
let ines: Visitor
let page: Page
let track = ''

beforeAll(async () => {
  product = await startProduct()
  browser = await launchBrowser()
  ines = await visit(browser)
  page = ines.page
  page.setDefaultTimeout(30_000)
  await page.goto(product.url)
  await page.getByLabel('Name', { exact: true }).fill('Ines Duarte')
  await page.getByLabel('E-mail').fill('ines@harbour.studio')
  await page.getByLabel('Password').first().fill('correct horse')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('button', { name: 'New project' }).first().waitFor()
  track = (await furnish(page)).find(({ name }) => name === 'a track')?.path ?? ''
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})
beforeEach(({ onTestFailed }) => {
  onTestFailed(async () => void (await page.screenshot({ path: '.cache/deck.png' }).catch(() => undefined)))
})

async function openDeck(): Promise<void> {
  await page.goto(product.url + track)
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await page.getByRole('region', { name: /^Source A/ }).waitFor()
}

async function openBlindTest(way: 'abx' | 'preference'): Promise<void> {
  await openDeck()
  await page.keyboard.press('b')
  await page.getByRole('button', { name: 'Start' }).waitFor()
  if (way === 'preference') await page.getByRole('radio', { name: 'Which do I like best?' }).check({ force: true })
  await page.getByRole('button', { name: 'Start' }).click()
}

const letter = (name: string) => page.getByRole('group', { name: 'What you hear' }).getByRole('button', { name: `Listen to ${name}` })
/** What the player's badge says, with all its reasons. */
const proof = () => page.getByRole('button', { name: /bit-true|press play/i }).getAttribute('aria-label')
const seconds = async () => {
  const words = await page.getByRole('slider', { name: 'Position' }).getAttribute('aria-valuenow')
  return Number(words)
}

async function expectPressed(name: string): Promise<void> {
  await expect.poll(() => letter(name).getAttribute('aria-pressed')).toBe('true')
}

/** Everything that the page's markup says, without what moves with the time and the pressed letter. */
function markup(): Promise<string> {
  return page.evaluate(() => document.documentElement.outerHTML
    .replaceAll(/aria-(pressed|valuenow|valuetext)="[^"]*"/g, '')
    .replaceAll(/--(played|share): ?[\d.e-]+/g, '')
    .replaceAll(/\d+:\d\d(:\d\d)?\.\d{3}/g, ''))
}

test('Ines compares a version with the one before it, and reads what changed', async () => {
  await openDeck()
  expect(new URL(page.url()).searchParams.get('compare')?.split(',')).toHaveLength(2)
  const strip = page.getByRole('region', { name: 'What changed' })
  await strip.getByRole('button', { name: /changes/ }).click()
  await page.getByRole('menuitem', { name: /between|throughout|from/i }).first().waitFor()
  await page.keyboard.press('Escape')
  await strip.getByRole('button', { name: / at 1:\d\d\.\d{3}$/ }).first().click()
  expect(await seconds()).toBeGreaterThan(59)
  await page.reload()
  await page.getByRole('region', { name: /^Source B/ }).waitFor()
})

test('by the keyboard alone she plays, switches, flips, matches, takes the difference and moves one by a sample', async () => {
  await openDeck()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  await expectPressed('A')
  await page.keyboard.press('2')
  await expectPressed('B')
  await expect.poll(() => proof()).toMatch(/^Gain −\d\.\d dB( \+\d)? · not bit-true/)
  await page.keyboard.press('=')
  await expect.poll(() => proof()).not.toContain('Gain')
  await page.keyboard.press('=')
  await page.keyboard.press('`')
  await expectPressed('A')
  await page.keyboard.press('`')
  await expectPressed('B')
  await page.keyboard.press('d')
  await expect.poll(() => page.getByRole('button', { name: 'Difference', exact: true }).getAttribute('aria-pressed')).toBe('true')
  await expect.poll(() => proof()).toContain('Difference')
  await page.keyboard.press('1')
  await expectPressed('A')
  const offset = page.getByRole('textbox', { name: 'Offset of B in samples' })
  for (let tabs = 0; tabs < 60 && !(await offset.evaluate((field) => field === document.activeElement)); tabs++) await page.keyboard.press('Tab')
  const before = await offset.inputValue()
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => offset.inputValue()).toBe(before === '0' ? '+1' : String(Number(before) + 1))
  await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(() => offset.inputValue()).toBe('−99')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('48000')
  await page.keyboard.press('Enter')
  await expect.poll(() => offset.inputValue()).toBe('+48000')
  await page.getByRole('button', { name: /^Back to/ }).click()
  await expect.poll(() => offset.inputValue()).toBe('0')
})

test('leaving the comparison, what is heard goes on by itself, as it is and where it was', async () => {
  await openDeck()
  await page.keyboard.press('Space')
  await page.keyboard.press('2')
  await expectPressed('B')
  await expect.poll(seconds).toBeGreaterThan(1)
  const before = await seconds()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Night Drive v2' }).waitFor()
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  await expect.poll(seconds).toBeGreaterThan(before)
  await expect.poll(() => proof()).not.toContain('Gain')
})

test('a third version joins, resampled to the rate of the first, and leaves again, in the address too', async () => {
  await openDeck()
  await page.getByRole('button', { name: 'Add source' }).click()
  await page.getByRole('menuitem', { name: /^v1/ }).click()
  await page.getByRole('region', { name: /^Source C/ }).waitFor()
  await page.getByRole('region', { name: /^Source C/ }).getByText('Resampled from 44.1').first().waitFor()
  await expect.poll(() => letter('C').isEnabled(), { timeout: 90_000 }).toBe(true)
  expect(new URL(page.url()).searchParams.get('compare')?.split(',')).toHaveLength(3)
  await page.keyboard.press('3')
  await expectPressed('C')
  await expect.poll(() => proof()).toContain('Resampled from 44.1 to 48')
  await page.getByRole('button', { name: 'Menu of source C' }).click()
  await page.getByRole('menuitem', { name: 'Make this A' }).click()
  await page.getByRole('region', { name: 'Source A: Night Drive v1' }).waitFor()
  await expectPressed('A')
  await page.getByRole('button', { name: 'Menu of source B' }).click()
  await page.getByRole('menuitem', { name: 'Take out of the comparison' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('compare')?.split(',').length).toBe(2)
})

test('in a blind test nothing on the page tells which version is heard', async () => {
  await openBlindTest('preference')
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  const seen = []
  for (const key of ['1', '2', '1']) {
    await page.keyboard.press(key)
    await expect.poll(() => page.getByRole('button', { name: `Listen to ${key === '1' ? 'A' : 'B'}` }).getAttribute('aria-pressed')).toBe('true')
    // Whatever would follow a switch has had its time: the sound has moved on.
    const before = await seconds()
    await expect.poll(seconds).toBeGreaterThan(before)
    const now = await markup()
    expect(now).not.toMatch(/LUFS|dBTP|bit-true|Original|24\/48|>v\d|Version \d|v[123]\b(?![^<]*\.js)|Lead up|Master turned/)
    expect(await page.title()).not.toMatch(/v\d/)
    await expect.poll(() => page.evaluate(() => navigator.mediaSession.metadata?.title)).toBe('Blind test')
    await expect.poll(() => page.getByRole('main').locator('canvas').count()).toBe(0)
    seen.push(now.replaceAll(/I like [AB] best/g, ''))
  }
  expect(seen[1]).toBe(seen[0])
  expect(seen[2]).toBe(seen[0])
})

test('a preference is told as one, with what was what, and can be copied', async () => {
  await openBlindTest('preference')
  await page.keyboard.press('2')
  await page.keyboard.press('p')
  const result = page.getByRole('region', { name: 'Result' })
  await result.getByText(/^You liked Night Drive v[23] best\.$/).first().waitFor()
  await result.getByText(/a preference, not a measurement/).first().waitFor()
  await result.getByText(/^A was Night Drive v[23]$/).first().waitFor()
  await ines.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await result.getByRole('button', { name: 'Copy as text' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^Blind preference, .+\nA was Night Drive v[23]\nB was Night Drive v[23]\nYou liked/)
  await result.getByRole('button', { name: 'Back to the comparison' }).click()
  await page.getByRole('region', { name: /^Source A/ }).waitFor()
})

test('an ABX test by keys alone ends with what chance would do, and claims nothing from few answers', async () => {
  await openBlindTest('abx')
  for (let i = 0; i < 9; i++) {
    await page.keyboard.press('3')
    await page.keyboard.press(i % 2 === 0 ? 'a' : 'b')
  }
  await page.getByText('Answer 9 noted. X is drawn again.').first().waitFor()
  await page.getByRole('button', { name: 'Finish and see the result' }).click()
  await page.getByText(/^\d of 9\. With fewer than 10 answers no conclusion is drawn\.$/).first().waitFor()
  await page.getByRole('button', { name: 'Once more' }).click()
  await page.getByRole('button', { name: 'Start' }).click()
  for (let i = 0; i < 12; i++) await page.keyboard.press('a')
  await page.getByRole('button', { name: 'Finish and see the result' }).click()
  await page.getByText(/^\d+ of 12: chance alone does this well (\d+|less than 0\.1|\d\.\d) % of the time\.$/).first().waitFor()
})

test('the comparison and its blind test are without barriers, dark and light, on a desk and on a phone', async () => {
  for (const [width, height] of [[1440, 900], [390, 844]] as const) {
    await page.setViewportSize({ width, height })
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const [name, open] of [['deck', openDeck], ['blind', () => openBlindTest('abx')]] as const) {
        await open()
        await settled(page)
        if (name === 'deck') await page.getByRole('region', { name: 'What changed' }).getByText('B less A').first().waitFor()
        if (process.env['SHOTS']) await page.screenshot({ path: join(process.env['SHOTS'], `${name}-${width}-${colorScheme}.png`) })
        expect(await barriers(page)).toEqual([])
        expect(await sticksOut(page)).toEqual([])
      }
    }
  }
  expect(ines.complaints).toEqual([])
})
