import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import type { Page } from 'playwright-core'
import type { findLayoutFaults, LayoutFault, LayoutScope } from './layout-check.ts'

type Checker = { readonly findLayoutFaults: typeof findLayoutFaults }

const code = stripTypeScriptTypes(await readFile(new URL('layout-check.ts', import.meta.url), 'utf8')).replaceAll(/^export /gm, '')
const install = `window.layoutCheck ??= (() => { ${code}; return { findLayoutFaults } })()`

/** What of the page nobody can read, press or reach, as it stands. */
export async function layoutFaults(page: Page, { within = 'body', without = null }: Partial<LayoutScope> = {}): Promise<readonly LayoutFault[]> {
  await page.evaluate(install)
  return page.evaluate((scope) => (window as unknown as { readonly layoutCheck: Checker }).layoutCheck.findLayoutFaults(scope), { within, without })
}
