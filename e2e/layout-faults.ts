import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import type { Page } from 'playwright-core'
import type { findLayoutFaults, LayoutFault, LayoutScope } from './layout-check.ts'
import type { shownAs, Look } from './layout-window.ts'

interface Checker {
  readonly findLayoutFaults: typeof findLayoutFaults
  readonly shownAs: typeof shownAs
}

/** One after the other, as one script: a page imports nothing of ours, so their imports of each other are taken out. */
const parts = ['layout-reach.ts', 'layout-check.ts', 'layout-window.ts']
const sources = await Promise.all(parts.map((name) => readFile(new URL(name, import.meta.url), 'utf8')))
const code = sources
  .map((source) =>
    stripTypeScriptTypes(source)
      .replaceAll(/^import .*$/gm, '')
      .replaceAll(/^export /gm, ''),
  )
  .join('\n')
const install = `window.layoutCheck ??= (() => { ${code}; return { findLayoutFaults, shownAs } })()`
const everything: LayoutScope = { within: 'body', without: null }

/** What of the page nobody can read, press or reach, as it stands. */
export async function layoutFaults(page: Page, scope: Partial<LayoutScope> = {}): Promise<readonly LayoutFault[]> {
  await page.evaluate(install)
  return page.evaluate(
    (scope) => (window as unknown as { readonly layoutCheck: Checker }).layoutCheck.findLayoutFaults(scope),
    { ...everything, ...scope },
  )
}

/** The same in each of the windows, without loading the page again. */
export async function layoutFaultsIn(
  page: Page,
  looks: readonly Look[],
  scope: Partial<LayoutScope> = {},
): Promise<readonly (readonly [Look, readonly LayoutFault[]])[]> {
  await page.evaluate(install)
  const found: (readonly [Look, readonly LayoutFault[]])[] = []
  for (const look of looks) {
    await page.setViewportSize({ width: look.width, height: look.height })
    const faults = await page.evaluate(
      ([look, scope]) => {
        const { findLayoutFaults, shownAs } = (window as unknown as { readonly layoutCheck: Checker }).layoutCheck
        return shownAs(look, () => findLayoutFaults(scope))
      },
      [look, { ...everything, ...scope }] as const,
    )
    found.push([look, faults])
  }
  return found
}
