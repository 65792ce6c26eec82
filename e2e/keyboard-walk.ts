import type { Page } from 'playwright-core'
import { expect } from 'vitest'

type Role = Parameters<Page['getByRole']>[0]

/** Presses Tab until the control has the focus, as somebody without a pointer does. */
export async function tabTo(
  page: Page,
  role: Role,
  name: string | RegExp,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: typeof name === 'string' })
  await wanted.first().waitFor()
  for (let presses = 0; presses < 150; presses += 1) {
    if (await wanted.evaluateAll((elements) => elements.includes(document.activeElement as HTMLElement))) return
    await page.keyboard.press(key)
  }
  throw new Error(`Tab never reaches the ${role} “${String(name)}”`)
}

/** Goes along the row of tabs that has the focus until it is on the one of this name. */
export async function arrowToTab(page: Page, name: RegExp): Promise<void> {
  for (let tab = await focused(page); !name.test(tab); tab = await focused(page)) {
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => focused(page)).not.toBe(tab)
  }
}

/** The accessible name of what has the focus, near enough to tell controls apart; empty on the bare page. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return ''
    const label =
      element instanceof HTMLInputElement ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement
        ? element.labels?.[0]?.textContent
        : undefined
    return (element.getAttribute('aria-label') ?? label ?? element.textContent ?? '').trim()
  })
}

/** Opens the focused menu and goes down to an entry. */
export async function chooseFromMenu(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Enter')
  await page.getByRole('menu').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toMatch(/^menuitem/)
  for (let entry = await focused(page); !entry.startsWith(name); entry = await focused(page)) {
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focused(page)).not.toBe(entry)
  }
  await page.keyboard.press('Enter')
}

export interface Stops {
  /** In the order Tab reaches them, once around. */
  readonly reached: readonly string[]
  readonly missed: readonly string[]
  /** Reached, but nothing on the screen says so. */
  readonly unseen: readonly string[]
}

/**
 * Walks once around the page by Tab and says which controls were reached, which never, and which without a visible
 * focus.
 */
export async function walkAround(page: Page): Promise<Stops> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    for (const element of document.querySelectorAll('[data-walked]')) element.removeAttribute('data-walked')
  })
  const reached: string[] = []
  const unseen: string[] = []
  for (let presses = 0; presses < 200; presses += 1) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(markStop)
    if (stop === 'around') break
    if (stop === 'outside') continue
    reached.push(stop.name)
    if (!stop.isSeen) unseen.push(stop.name)
  }
  return { reached, unseen, missed: await page.evaluate(missedControls) }
}

/** Runs in the page. A ring may be drawn by the control, by what is around it or by what stands beside it. */
function markStop(): 'around' | 'outside' | { readonly name: string; readonly isSeen: boolean } {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) return 'outside'
  if (element.hasAttribute('data-walked')) return 'around'
  element.setAttribute('data-walked', '')
  const parts = [
    element,
    element.nextElementSibling,
    element.parentElement,
    element.parentElement?.parentElement,
    element.parentElement?.parentElement?.parentElement,
  ].filter((part) => part instanceof Element)
  const look = () =>
    parts
      .map((part) => {
        const { boxShadow, outlineStyle, outlineColor, borderColor, opacity, top } = getComputedStyle(part)
        // A shadow of the control's own may hide a ring that is only a shadow, and a transparent outline is none.
        const outline =
          outlineStyle === 'none' || /^(?:transparent|rgba\(.*, 0\))$/.test(outlineColor)
            ? 'none'
            : `${outlineStyle} ${outlineColor}`
        return [boxShadow, outline, borderColor, opacity, top].join()
      })
      .join(' | ')
  const box = element.getBoundingClientRect()
  const withFocus = look()
  element.blur()
  const without = look()
  element.focus()
  const inWindow = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth
  return {
    name: (element.getAttribute('aria-label') ?? element.textContent ?? '').trim() || element.outerHTML.slice(0, 80),
    isSeen: inWindow && withFocus !== without,
  }
}

/**
 * Runs in the page: what can be pressed or filled in and was never reached. One of a group of radios or tabs stands for
 * all.
 */
function missedControls(): readonly string[] {
  const controls = document.querySelectorAll<HTMLElement>(
    'button, a[href], input, select, textarea, [tabindex="0"], [role="slider"], [role="button"]',
  )
  return (
    [...controls]
      .filter(
        (control) =>
          control.checkVisibility({ opacityProperty: false, visibilityProperty: true }) &&
          !control.matches(
            ':disabled, [role="tab"][tabindex="-1"], [role="tablist"], ' +
              'input[type="radio"]:not(:checked), input[type="file"]',
          ) &&
          !control.closest('[inert], [aria-hidden="true"]'),
      )
      .filter((control) => !control.hasAttribute('data-walked'))
      // Of a row that arrow keys walk, one stop stands for all.
      .filter(
        (control) => control.tabIndex !== -1 || !control.parentElement?.querySelector('[tabindex="0"][data-walked]'),
      )
      .map((control) => control.outerHTML.slice(0, 160))
  )
}
