import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

interface AxeResult {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
  }[]
}

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** All of axe’s rules that look at colours. */
const COLOUR_RULES: readonly string[] = ['color-contrast', 'link-in-text-block']

/** What axe finds, a line for each place; empty when all is well. `rule` asks for one of its rules alone. */
export async function barriers(
  page: Page,
  { within = 'html', rule }: { readonly within?: string; readonly rule?: string } = {},
): Promise<readonly string[]> {
  await stillness(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const { violations } = await page.evaluate(
    ([selector, rule]) =>
      (window as unknown as { readonly axe: { run(selector: string, options: object): Promise<AxeResult> } }).axe.run(
        selector,
        { resultTypes: ['violations'], ...(rule !== undefined && { runOnly: [rule] }) },
      ),
    [within, rule] as const,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ html, failureSummary }) =>
        `${id}: ${html.slice(0, 160)} ${failureSummary?.split('\n').slice(1).join(' ') ?? ''}`,
    ),
  )
}

/**
 * The same in the dark and in the light, where only colours differ: opening a page costs far more than looking at it
 * twice.
 */
export async function barriersInBothThemes(
  page: Page,
  {
    within = 'html',
    seen,
  }: {
    readonly within?: string
    /** Called with each, as it is looked at. */ readonly seen?: (theme: 'dark' | 'light') => Promise<unknown>
  } = {},
): Promise<readonly string[]> {
  const found: string[] = []
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    for (const rule of theme === 'dark' ? [undefined] : COLOUR_RULES)
      found.push(
        ...(await barriers(page, { within, ...(rule !== undefined && { rule }) })).map((one) => `${theme}: ${one}`),
      )
    await seen?.(theme)
  }
  return found
}

/** Pixels by which the page is wider than its window, and what sticks out. */
export function sticksOut(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    )
    return [`${scrollWidth - clientWidth} px`, ...wide.slice(0, 5).map((element) => element.outerHTML.slice(0, 120))]
  })
}

/** Fonts, lazy parts and pictures are there, and nothing is moving any more. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelectorAll('[aria-busy="true"]').length === 0 && document.fonts.status === 'loaded',
  )
  await stillness(page)
}

/** What moves in, or changes its colours, is half transparent on its way. It sets out with the frame after next. */
function stillness(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
        .map(({ finished }) => finished),
    )
  })
}
