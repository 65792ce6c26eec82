import type { Page } from 'playwright-core'
import type { LayoutScope } from './layout-check.ts'
import { layoutFaultsIn } from './layout-faults.ts'
import type { Look } from './layout-window.ts'

const window = (width: number, height: number, more: Partial<Look> = {}): Look => ({ width, height, ...more })

/** From the widest to the narrowest; zoom is a smaller window. */
export const looks: readonly Look[] = [
  window(1920, 1080, { rail: 'wide' }),
  window(1920, 1080, { rail: 'narrow' }),
  window(1440, 900, { rail: 'narrow' }),
  window(1440, 900, { rail: 'wide' }),
  window(1440, 900, { rail: 'wide', isLong: true }),
  window(1280, 800, { rail: 'narrow' }),
  window(1280, 800, { rail: 'wide' }),
  window(1024, 768),
  window(900, 700),
  window(900, 700, { isLong: true }),
  window(820, 1180),
  window(768, 1024),
  window(721, 900),
  // 1440 × 900 at 200 %, 1280 × 720 at 200 %, phones on their side.
  window(720, 450),
  window(640, 360),
  window(844, 390),
  window(740, 360),
  window(390, 844),
  window(390, 844, { isLong: true }),
  window(360, 740),
  window(320, 640),
  // 1440 × 900 and 1280 × 1024 at 400 %.
  window(360, 225),
  window(320, 256),
]

/** What covers a page is laid out by the window alone, whatever rail lies below it. */
export const dialogLooks: readonly Look[] = looks.filter(({ rail }) => rail !== 'narrow')

/** A menu stands where its button stood: it is opened anew in each of these. */
export const menuLooks: readonly Look[] = [
  window(1440, 900),
  window(1024, 768),
  window(820, 1180),
  window(721, 900),
  window(844, 390),
  window(740, 360),
  window(390, 844),
  window(320, 640),
  window(320, 256),
]

/** What is wrong in which windows, a line for each fault. The page stays loaded: only its window changes. */
export async function faultsInAllLooks(
  page: Page,
  scope: Partial<LayoutScope> = {},
  among: readonly Look[] = looks,
): Promise<readonly string[]> {
  const found = new Map<string, string[]>()
  for (const [look, faults] of await layoutFaultsIn(page, among, scope)) {
    for (const { kind, what } of faults) {
      const key = `${kind} ${nameOf(look)}`
      found.set(key, [...(found.get(key) ?? []), what])
    }
  }
  return [...found].map(
    ([where, what]) =>
      `${where}:\n    ${what.slice(0, 8).join('\n    ')}${what.length > 8 ? `\n    and ${what.length - 8} more` : ''}`,
  )
}

function nameOf({ width, height, rail, isLong }: Look): string {
  return [`${width}×${height}`, rail && `${rail} rail`, isLong && 'long words'].filter(Boolean).join(', ')
}
