import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { picturesOfFailure, setUp, signUp } from './openings.ts'
import { settled } from './page-health.ts'
import { borrowBrowser } from './browser.ts'
import { startProduct, visit, type Product, type Visitor } from './product.ts'
import { guestScreensOf, MENU, screensOf, type LayoutScreen } from './layout-screens.ts'
import { dialogLooks, faultsInAllLooks, looks, menuLooks } from './layout-sweep.ts'
import { fillWorld, secondPerson, type LayoutWorld } from './layout-world.ts'

/**
 * Every screen and dialog, in windows from a phone at 400 % zoom to a wide desk: nothing is cut to nothing, covered, or
 * out of reach.
 */
let product: Product
let browser: Browser
let ines: Visitor
let guest: Visitor
let world: LayoutWorld
const complaints: string[] = []
/** Some eighty screens in 23 windows: beside other work it takes several times as long as alone. */
const BUSY_MACHINE_MS = 900_000

picturesOfFailure('layout', () => ({ ines, guest }))
beforeAll(async () => {
  product = await startProduct()
  browser = await borrowBrowser()
  ines = await visit(browser)
  guest = await visit(browser)
  const jo = await visit(browser)
  await setUp(product, ines.page)
  await signUp(product, jo.page, secondPerson, 'jo@example.com')
  world = await fillWorld(product, ines.page, jo.page)
  await jo.context.close()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

test(
  'no screen breaks at any width or height, with either rail, zoomed in, or with longer words',
  async () => {
    // Of two pages in one window the hidden one gets hardly a frame: each has a window of its own.
    const again = await Promise.all(
      [1, 2].map(async () => visit(browser, { storageState: await ines.context.storageState() })),
    )
    const screens = screensOf(world).filter(isAsked)
    await checkAll([ines, ...again], screens)
    complaints.push(...again.flatMap((one) => one.complaints))
    await Promise.all(again.map(({ context }) => context.close()))
  },
  BUSY_MACHINE_MS,
)

test(
  'nor does a page of a guest, or one before signing in',
  async () => {
    const again = await visit(browser)
    await checkAll([guest, again], guestScreensOf(world).filter(isAsked))
    complaints.push(...again.complaints)
    await again.context.close()
  },
  BUSY_MACHINE_MS,
)

test('nobody’s console complained, but for what was asked for and is not there', () => {
  expect([...complaints, ...ines.complaints, ...guest.complaints].filter((words) => !words.includes('404'))).toEqual([])
})

/** LAYOUT_ONLY='inbox|the account' looks at these screens alone. */
function isAsked({ name }: LayoutScreen): boolean {
  const only = process.env['LAYOUT_ONLY']
  return !only || new RegExp(only).test(name)
}

/** Several at a time: while one page waits for its next frame, another is asked. */
async function checkAll(visitors: readonly Visitor[], screens: readonly LayoutScreen[]): Promise<void> {
  const broken: Record<string, readonly string[]> = {}
  const waiting = [...screens]
  await Promise.all(
    visitors.map(async ({ page }) => {
      for (let screen = waiting.shift(); screen; screen = waiting.shift()) {
        const began = Date.now()
        // One that does not open is told with the rest, not instead of it.
        const found = await faultsOf(page, screen).catch((error: unknown) => [`cannot be looked at: ${String(error)}`])
        if (found.length > 0) broken[screen.name] = found
        if (process.env['LAYOUT_TIMES']) console.log(`${screen.name}: ${Date.now() - began} ms`)
      }
    }),
  )
  expect(broken).toEqual({})
}

async function faultsOf(page: Page, screen: LayoutScreen): Promise<readonly string[]> {
  const scope = screen.within === undefined ? {} : { within: screen.within }
  await open(page, screen)
  if (screen.open === undefined || screen.reopens !== true)
    return faultsInAllLooks(page, scope, screen.within === undefined ? looks : dialogLooks)
  const found: string[] = []
  for (const look of menuLooks) {
    await page.keyboard.press('Escape')
    await page.locator(MENU).waitFor({ state: 'detached' })
    await page.setViewportSize(look)
    await settled(page)
    await screen.open(page)
    await page.locator(MENU).waitFor()
    found.push(...(await faultsInAllLooks(page, scope, [look])))
  }
  return found
}

async function open(page: Page, { path, shows, open: further, within }: LayoutScreen): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(product.url + path, { waitUntil: 'commit' })
  await (shows ? page.getByText(shows).first() : page.getByRole('heading', { level: 1 }).first()).waitFor({
    state: 'attached',
  })
  await settled(page)
  if (!further) return
  await further(page)
  if (within !== undefined) await page.locator(within).first().waitFor()
  await settled(page)
}
