import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { borrowBrowser } from './browser.ts'
import { barriers, barriersInBothThemes } from './page-health.ts'
import { serveGallery, type GallerySite } from './ui-gallery-site.ts'

let site: GallerySite
let browser: Browser
let page: Page
let complaints: string[] = []

beforeAll(async () => {
  site = await serveGallery()
  browser = await borrowBrowser()
  // One for all: each test loads it anew, which takes half as long where the scripts were compiled before.
  page = await browser.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
})

afterAll(async () => {
  await browser?.close()
  await site?.close()
})

beforeEach(async () => {
  complaints = []
  await page.setViewportSize({ width: 1440, height: 900 })
})

afterEach(async () => {
  await page.evaluate(() => localStorage.clear())
  // Violations of the Content-Security-Policy are console errors too.
  if (complaints.length > 0) throw new Error(`the console said:\n${complaints.join('\n')}`)
})

describe('the kit', () => {
  for (const view of ['kit', 'frame'] as const) {
    test(`has no accessibility violations: ${view}, dark and light, from a desk to a phone`, async () => {
      await open(view)
      for (const width of [1440, 1000, 390, 320]) {
        await page.setViewportSize({ width, height: 900 })
        expect({ [width]: await barriersInBothThemes(page) }).toEqual({ [width]: [] })
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth),
          'nothing sticks out sideways',
        ).toBeLessThanOrEqual(width)
      }
    })
  }

  test('has no accessibility violations in an open menu, dialog, sheet and toast', async () => {
    await open('kit')
    await page.getByRole('button', { name: 'Version', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Note here' }).waitFor()
    expect(await barriers(page, { within: '[role=menu]' })).toEqual([])
    await page.keyboard.press('Escape')
    for (const opener of ['Delete v2…', 'Rename…', 'Upload…']) {
      await page.getByRole('button', { name: opener }).click()
      await page.getByRole(opener === 'Delete v2…' ? 'alertdialog' : 'dialog').waitFor()
      await settled()
      expect(await barriers(page, { within: '[role=dialog], [role=alertdialog]' })).toEqual([])
      await page.keyboard.press('Escape')
    }
    await page.getByRole('button', { name: 'Delete v5' }).click()
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    expect(await barriers(page)).toEqual([])
  })
})

describe('by keyboard', () => {
  test('a menu opens, moves with arrows, leads into its submenu and gives the focus back', async () => {
    await open('kit')
    await page.getByRole('button', { name: 'Version', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(hasFocus('menuitem', 'Play from here')).toBe(true)
    await page.keyboard.press('ArrowDown')
    await expect.poll(hasFocus('menuitem', 'Note here')).toBe(true)
    await page.keyboard.press('ArrowDown')
    await expect.poll(hasFocus('menuitem', 'Compare with')).toBe(true)
    await page.keyboard.press('ArrowRight')
    await expect.poll(hasFocus('menuitem', 'v5')).toBe(true)
    await page.keyboard.press('ArrowLeft')
    // Downloading is off here, so the arrow passes it by.
    await page.keyboard.press('ArrowDown')
    await expect.poll(hasFocus('menuitem', 'Delete v6')).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(hasFocus('button', 'Version')).toBe(true)
  })

  test('a dialog keeps the focus inside, starts on the harmless button and gives the focus back', async () => {
    await open('kit')
    await page.getByRole('button', { name: 'Delete v2…' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(hasFocus('button', 'Keep it')).toBe(true)
    await page.keyboard.press('Tab')
    await expect.poll(hasFocus('button', 'Delete v2')).toBe(true)
    await page.keyboard.press('Tab')
    await expect.poll(hasFocus('button', 'Keep it')).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(hasFocus('button', 'Delete v2…')).toBe(true)
  })

  test('tabs move with arrows and show their panel', async () => {
    await open('kit')
    await page.getByRole('tab', { name: 'Tracks' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(hasFocus('tab', 'Tasks 11')).toBe(true)
    await page.getByRole('tabpanel', { name: 'Tasks' }).getByText('No tasks yet').first().waitFor()
    await page.keyboard.press('End')
    await expect.poll(hasFocus('tab', 'Members')).toBe(true)
  })

  for (const key of ['Shift+F10', 'ContextMenu']) {
    test(`${key} opens the context menu of what has the focus`, async () => {
      await open('kit')
      await page.getByRole('button', { name: /^Glasshouse v6/ }).focus()
      await page.keyboard.press(key)
      await page.getByRole('menuitem', { name: 'Play from here' }).waitFor()
      expect(await page.getByRole('menu').count()).toBe(1)
      await page.keyboard.press('Escape')
      await expect.poll(hasFocus('button', 'Glasshouse v6: right click, long press, Shift+F10')).toBe(true)
    })
  }

  test('the skip link leads past the rail', async () => {
    await open('frame')
    await page.keyboard.press('Tab')
    await expect.poll(hasFocus('link', 'Skip to content')).toBe(true)
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')
  })
})

describe('the context menu', () => {
  test('opens under a finger that rests', async () => {
    await open('kit')
    const box = await page.getByRole('button', { name: /^Glasshouse v6/ }).boundingBox()
    const touch = await page.context().newCDPSession(page)
    await touch.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: [{ x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 20 }],
    })
    await expect.poll(() => page.getByRole('menuitem', { name: 'Play from here' }).count()).toBe(1)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    expect(await page.getByRole('menuitem', { name: 'Play from here' }).count()).toBe(1)
  })

  test('of the browser is refused everywhere, ours opens where there is one', async () => {
    await open('kit')
    await page.evaluate(() =>
      window.addEventListener('contextmenu', (event) => {
        document.title = `prevented ${event.defaultPrevented}`
      }),
    )
    await page.getByRole('heading', { name: 'Kit' }).click({ button: 'right' })
    expect(await page.title()).toBe('prevented true')
    expect(await page.getByRole('menu').count()).toBe(0)
    await page.getByRole('button', { name: /^Glasshouse v6/ }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Delete v6' }).click()
    await page.getByText('v6 deleted', { exact: true }).first().waitFor()
  })

  test('of selected words copies them, of a link opens it in a new tab or copies it, by mouse and by key', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await open('kit')
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    const heading = page.getByRole('heading', { name: 'Kit' })
    await heading.selectText()
    await heading.click({ button: 'right', position: { x: 8, y: 10 } })
    await page.getByRole('menuitem', { name: 'Copy', exact: true }).click()
    await expect.poll(copied).toBe('Kit')
    await page.evaluate(() => document.getSelection()?.removeAllRanges())
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: '?take=3', textContent: 'There' })
      document.querySelector('h1')?.before(link)
    })
    const link = page.getByRole('link', { name: 'There' })
    await link.click({ button: 'right' })
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Open in new tab', 'Copy link'])
    await page.getByRole('menuitem', { name: 'Copy link' }).click()
    await expect.poll(copied).toBe(new URL('?take=3', page.url()).href)
    await page.getByRole('menu').waitFor({ state: 'detached' })
    for (const key of ['Shift+F10', 'ContextMenu']) {
      await link.focus()
      await page.keyboard.press(key)
      await page.getByRole('menuitem', { name: 'Open in new tab' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'detached' })
      expect(await link.evaluate((element) => document.activeElement === element)).toBe(true)
    }
    const opened = page.waitForEvent('popup')
    await link.click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Open in new tab' }).click()
    expect((await opened).url()).toContain('?take=3')
    await (await opened).close()
  })

  test('of the browser stays away from a finger on a link, and leaves it the handles of selected words', async () => {
    await open('kit')
    const isPrevented = (selector: string) =>
      page.evaluate((wanted) => {
        const event = new PointerEvent('contextmenu', {
          bubbles: true,
          cancelable: true,
          pointerType: 'touch',
          button: 0,
        })
        document.querySelector(wanted)?.dispatchEvent(event)
        return event.defaultPrevented
      }, selector)
    expect(await isPrevented('input[type="search"]')).toBe(false)
    expect(await isPrevented('h1')).toBe(false)
    expect(await isPrevented('button')).toBe(true)
    expect(await page.getByRole('menu').count()).toBe(0)
  })

  test('of a text field cuts, and the field knows it', async () => {
    await open('kit')
    const field = page.getByRole('searchbox', { name: 'Find a track' })
    await field.fill('Glasshouse')
    await field.selectText()
    await field.click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Select all' }).click()
    await field.click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Cut' }).click()
    await expect.poll(() => field.inputValue()).toBe('')
    // React heard of it: the button that empties the field is gone.
    await expect.poll(() => page.getByRole('button', { name: 'Clear search' }).count()).toBe(0)
    await page.keyboard.press('Control+V')
    await expect.poll(() => field.inputValue()).toBe('Glasshouse')
  })

  test('of a text field in a dialog leaves the dialog open', async () => {
    await open('kit')
    await page.getByRole('button', { name: 'Rename…' }).click()
    const field = page.getByRole('textbox', { name: 'Title' })
    await field.click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Select all' }).click()
    await field.click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Cut' }).click()
    await expect.poll(() => field.inputValue()).toBe('')
    await page.getByRole('dialog', { name: 'Rename Kite' }).waitFor()
  })

  test('of a text field pastes what the clipboard holds', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await open('kit')
    await page.evaluate(() => navigator.clipboard.writeText('Harbour\nLights'))
    const field = page.getByRole('searchbox', { name: 'Find a track' })
    await field.click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Paste' }).click()
    await expect.poll(() => field.inputValue()).toBe('Harbour Lights')
  })
})

describe('a tooltip', () => {
  test('tells the name and the key when pointed at, and can be pointed at itself', async () => {
    await open('kit')
    const tip = page.getByRole('tooltip')
    await page.getByRole('button', { name: 'Repeat' }).hover()
    await expect.poll(() => tip.allTextContents()).toEqual(['RepeatR'])
    // What is read aloud is unseen; around it is what one sees.
    await tip.locator('..').hover()
    expect(await tip.count()).toBe(1)
    await page.getByRole('heading', { name: 'Kit' }).hover()
    await expect.poll(() => tip.count()).toBe(0)
  })

  test('comes with the focus of a keyboard and goes with Escape', async () => {
    await open('kit')
    await page.getByRole('link', { name: 'A link' }).focus()
    await page.keyboard.press('Tab')
    await expect.poll(() => page.getByRole('tooltip').count()).toBe(1)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('tooltip').count()).toBe(0)
    await expect.poll(hasFocus('button', 'Repeat')).toBe(true)
  })
})

describe('a dialog', () => {
  test('carries menus above itself, and outlives them', async () => {
    await open('kit')
    await page.getByRole('button', { name: 'Upload…' }).click()
    await page.getByRole('button', { name: 'v7 of Glasshouse' }).click()
    await page.getByRole('menuitem', { name: 'Note here' }).click()
    await page.getByRole('dialog', { name: 'Upload to Low Tide' }).waitFor()
    await expect.poll(hasFocus('button', 'v7 of Glasshouse')).toBe(true)
  })

  test('opened from a context menu gives the focus back to what was pointed at', async () => {
    await open('kit')
    await page.getByRole('button', { name: /^Glasshouse v6/ }).focus()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Rename' }).press('Enter')
    await page.getByRole('textbox', { name: 'Title' }).waitFor()
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Title' }).evaluate((field) => field === document.activeElement))
      .toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(hasFocus('button', 'Glasshouse v6: right click, long press, Shift+F10')).toBe(true)
  })
})

describe('the frame', () => {
  test('remembers a narrowed rail, and names what it then shows as icons', async () => {
    await open('frame')
    await page.getByRole('button', { name: 'Collapse the sidebar' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Expand the sidebar' }).waitFor()
    const box = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
    expect(box?.width).toBe(64)
    await page.getByRole('link', { name: /^My tasks/ }).waitFor()
  })

  test('on a phone keeps the rail in a drawer that closes when a link is followed', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await open('frame')
    expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Open navigation' }).click()
    await page.getByRole('link', { name: /Night Bus EP/ }).click()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    expect(page.url()).toContain('#night-bus')
  })

  test('shows a kept theme from the first paint', async () => {
    await open('kit')
    await page.getByRole('radio', { name: 'Light' }).check()
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('light')
    await page.addInitScript(() => {
      // Runs before any script of the page: what the attribute says when the body begins.
      new MutationObserver((_, observer) => {
        if (!document.body) return
        document.documentElement.dataset['atBody'] = document.documentElement.dataset['theme'] ?? 'none'
        observer.disconnect()
      }).observe(document, { childList: true, subtree: true })
    })
    await page.reload()
    expect(await page.evaluate(() => document.documentElement.dataset['atBody'])).toBe('light')
  })
})

async function open(view: 'kit' | 'frame'): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`${site.url}?view=${view}`)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.evaluate(() => document.fonts.ready)
  await settled()
}

/** Until nothing fades or slides: half-faded text has half the contrast. */
async function settled(): Promise<void> {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().iterations !== Infinity)
        .map((one) => one.finished.catch(() => null)),
    ).then(() => null),
  )
}

function hasFocus(role: 'button' | 'link' | 'menuitem' | 'tab', name: string): () => Promise<boolean> {
  return () =>
    page
      .getByRole(role, { name, exact: true })
      .evaluateAll((found) => found.some((one) => one === document.activeElement))
}
