import { relative } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { writeProblem } from '../scripts/test-problems.ts'
import { type Disturbance, disturbanceOf } from './capture.ts'

const MEASUREMENTS = 6
const NONE: Disturbance = { ranDry: 0, missed: 0 }

/**
 * Listens to a page and judges what was heard. Where that fails and a busy machine had its part in it (the player ran
 * dry, or the recorder was not called in time), it says so and listens again: only sound that nothing disturbed proves
 * the player wrong.
 */
export async function undisturbed<T>(page: Page, measure: () => Promise<T>): Promise<T> {
  for (let measured = 1; ; measured++) {
    const before = await disturbanceOf(page)
    try {
      return await measure()
    } catch (error) {
      await judgeDisturbance(page, before, measured, error)
    }
  }
}

/** The same with a fresh page for each measurement. */
export async function undisturbedPage(
  open: () => Promise<Page>,
  measure: (page: Page) => Promise<void>,
): Promise<void> {
  for (let measured = 1; ; measured++) {
    const page = await open()
    try {
      return await measure(page)
    } catch (error) {
      await judgeDisturbance(page, NONE, measured, error)
    } finally {
      await page.context().close()
    }
  }
}

/** Throws the error again unless it has an excuse. */
async function judgeDisturbance(page: Page, before: Disturbance, measured: number, error: unknown): Promise<void> {
  const now = await disturbanceOf(page).catch(() => before)
  const [ranDry, missed] = [now.ranDry - before.ranDry, now.missed - before.missed]
  if ((ranDry === 0 && missed === 0) || measured === MEASUREMENTS) throw error
  const { testPath = '', currentTestName = '' } = expect.getState()
  writeProblem({
    kind: 'repeated',
    file: relative('.', testPath),
    test: currentTestName,
    reason: `the player ran dry ${ranDry} times, the recorder missed ${missed} blocks`,
  })
}
