import type { Seconds } from '#shared/units.ts'
import { pause } from '../../trust/start-server.ts'
import type { EnginePage } from './engine-page.ts'

export type ScreenRole = 'button' | 'link' | 'tab' | 'slider' | 'menuitem' | 'heading' | 'field'

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface Sought {
  readonly selector: string
  /** The whole name, or how it begins. */
  readonly name: string
  readonly isBeginning: boolean
}

const SELECTORS: Readonly<Record<ScreenRole, string>> = {
  button: 'button, [role="button"]',
  link: 'a[href]',
  tab: '[role="tab"]',
  slider: '[role="slider"], input[type="range"]',
  menuitem: '[role="menuitem"]',
  heading: 'h1, h2, h3',
  field: 'input:not([type="radio"], [type="checkbox"], [type="file"]), textarea',
}

/** Finds what a person sees by what it is and how it is called, and uses it by mouse and keyboard. */
export class Screen {
  readonly page: EnginePage

  constructor(page: EnginePage) {
    this.page = page
  }

  /** Waits until one stands there, uncovered; `Play…` is a beginning. */
  async box(role: ScreenRole, name: string, within: Seconds = 20): Promise<Box> {
    const sought = { selector: SELECTORS[role], name: name.replace(/…$/, ''), isBeginning: name.endsWith('…') }
    return until(`${role} “${name}”`, () => this.page.evaluate(boxOf, sought), within)
  }

  async click(role: ScreenRole, name: string): Promise<void> {
    const { x, y, width, height } = await this.box(role, name)
    await this.page.click(x + width / 2, y + height / 2)
  }

  async fill(label: string, text: string): Promise<void> {
    await this.click('field', label)
    await this.page.type(text)
  }

  /** A file for the input behind a button: the dialog that opens there is the system's. */
  async choose(selector: string, path: string): Promise<void> {
    await until(selector, () =>
      this.page.evaluate((selector: string) => document.querySelector(selector) !== null, selector),
    )
    await this.page.setFile(selector, path)
  }

  /** Waits for words anywhere on the page. */
  async words(text: string, within: Seconds = 20): Promise<void> {
    await until(
      `“${text}”`,
      () => this.page.evaluate((text: string) => document.body.innerText.replaceAll(/\s+/g, ' ').includes(text), text),
      within,
    )
  }

  async attribute(role: ScreenRole, name: string, attribute: string): Promise<string | null> {
    return this.page.evaluate(attributeOf, {
      selector: SELECTORS[role],
      name: name.replace(/…$/, ''),
      isBeginning: name.endsWith('…'),
      attribute,
    })
  }
}

/** Asks until there is something to answer. */
export async function until<Answer>(
  what: string,
  ask: () => Promise<Answer | false | null | undefined>,
  within: Seconds = 20,
): Promise<Answer> {
  const end = performance.now() + within * 1000
  for (;;) {
    const answer = await ask()
    if (answer !== false && answer !== null && answer !== undefined) return answer
    if (performance.now() > end) throw new Error(`${what} did not come within ${within} s`)
    await pause(100)
  }
}

/** Runs in the page. */
async function boxOf({ selector, name, isBeginning }: Sought): Promise<Box | null> {
  for (const element of document.querySelectorAll(selector)) {
    const labels =
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
        ? [...(element.labels ?? [])].map(({ textContent }) => textContent).join(' ')
        : undefined
    const called = (element.getAttribute('aria-label') ?? labels ?? element.textContent ?? '').trim()
    if (isBeginning ? !called.startsWith(name) : called !== name) continue
    const place = () => element.getBoundingClientRect()
    if (place().top < 0 || place().bottom > innerHeight)
      element.scrollIntoView({ block: 'center', behavior: 'instant' })
    // What still moves is not where it will be clicked.
    for (let before = Number.NaN; before !== place().top;) {
      before = place().top
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const { x, y, width, height } = place()
    const there = document.elementFromPoint(x + width / 2, y + height / 2)
    if (
      width > 0 &&
      there &&
      (element.contains(there) || there.contains(element)) &&
      !(element instanceof HTMLButtonElement && element.disabled)
    )
      return { x, y, width, height }
  }
  return null
}

/** Runs in the page. */
function attributeOf({
  selector,
  name,
  isBeginning,
  attribute,
}: Sought & { readonly attribute: string }): string | null {
  const named = [...document.querySelectorAll(selector)].find((element) => {
    const called = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim()
    return isBeginning ? called.startsWith(name) : called === name
  })
  return named?.getAttribute(attribute) ?? null
}
