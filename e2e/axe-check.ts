import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds wrong with the page as it stands, each with where. */
export async function axeProblems(page: Page): Promise<readonly string[]> {
  // What moves in is half transparent on its way.
  await page.evaluate(() => Promise.all(document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity).map((animation) => animation.finished.catch(() => undefined))))
  await page.evaluate(source)
  const { violations }: { readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[] } = await page.evaluate(() => Reflect.get(globalThis, 'axe').run())
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
}
