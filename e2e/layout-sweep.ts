import type { Page } from 'playwright-core'
import type { LayoutScope } from './layout-check.ts'
import { layoutFaults } from './layout-faults.ts'

export interface Look {
  readonly width: number
  readonly height: number
  /** Of a window that has a choice. */
  readonly rail?: 'wide' | 'narrow'
  /** Every word 40 % longer, as other languages have them. */
  readonly isLong?: boolean
}

const window = (width: number, height: number, more: Partial<Look> = {}): Look => ({ width, height, ...more })

/** From the widest to the narrowest; zoom is a smaller window. */
export const looks: readonly Look[] = [
  window(1920, 1080, { rail: 'wide' }), window(1920, 1080, { rail: 'narrow' }),
  window(1440, 900, { rail: 'narrow' }), window(1440, 900, { rail: 'wide' }), window(1440, 900, { rail: 'wide', isLong: true }),
  window(1280, 800, { rail: 'narrow' }), window(1280, 800, { rail: 'wide' }),
  window(1024, 768), window(900, 700), window(900, 700, { isLong: true }), window(820, 1180), window(768, 1024), window(721, 900),
  // 1440 × 900 at 200 %, 1280 × 720 at 200 %, phones on their side.
  window(720, 450), window(640, 360), window(844, 390), window(740, 360),
  window(390, 844), window(390, 844, { isLong: true }), window(360, 740), window(320, 640),
  // 1440 × 900 and 1280 × 1024 at 400 %.
  window(360, 225), window(320, 256),
]

/** A menu stands where its button stood: it is opened anew in each of these. */
export const menuLooks: readonly Look[] = [window(1440, 900), window(820, 1180), window(844, 390), window(390, 844), window(320, 256)]

/** Of screens that take long, or hold little: the edges between which the others lie. */
export const fewLooks: readonly Look[] = [window(1440, 900, { rail: 'wide', isLong: true }), window(1024, 768), window(721, 900), window(844, 390), window(390, 844, { isLong: true }), window(320, 256)]

/** What is wrong in which windows, a line for each fault. The page stays loaded: only its window changes. */
export async function faultsInAllLooks(page: Page, scope: Partial<LayoutScope> = {}, among: readonly Look[] = looks): Promise<readonly string[]> {
  const found = new Map<string, string[]>()
  for (const look of among) {
    await show(page, look)
    for (const { kind, what } of await layoutFaults(page, scope)) {
      const key = `${kind} ${nameOf(look)}`
      found.set(key, [...(found.get(key) ?? []), what])
    }
    if (look.isLong) await page.evaluate(shortWords)
  }
  return [...found].map(([where, what]) => `${where}:\n    ${what.slice(0, 8).join('\n    ')}${what.length > 8 ? `\n    and ${what.length - 8} more` : ''}`)
}

async function show(page: Page, { width, height, rail, isLong }: Look): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.evaluate(chooseRail, rail ?? 'wide')
  if (isLong) await page.evaluate(longWords)
  await page.evaluate(stillness)
}

function nameOf({ width, height, rail, isLong }: Look): string {
  return [`${width}×${height}`, rail && `${rail} rail`, isLong && 'long words'].filter(Boolean).join(', ')
}

/** As another tab would. */
function chooseRail(width: string): void {
  for (const key of ['roughmix.rail.page', 'roughmix.rail.wave']) {
    localStorage.setItem(key, width)
    dispatchEvent(new StorageEvent('storage', { key }))
  }
}

/** Words grow, figures do not. */
function longWords(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const grown: [Text, string][] = []
  for (let node = walker.nextNode(); node instanceof Text; node = walker.nextNode()) {
    const words = node.nodeValue ?? ''
    if (!/\p{L}{3}/u.test(words) || node.parentElement?.closest('script, style, noscript, kbd, code, textarea')) continue
    grown.push([node, words])
    node.nodeValue = words.replaceAll(/\p{L}{3,}/gu, (word) => word + word.slice(-Math.ceil(word.length * 0.4)))
  }
  Object.assign(globalThis, { grown })
}

function shortWords(): void {
  for (const [node, words] of (globalThis as unknown as { readonly grown: readonly [Text, string][] }).grown) node.nodeValue = words
}

async function stillness(): Promise<void> {
  for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
  await Promise.allSettled(document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity).map(({ finished }) => finished))
}
