import { appendFileSync } from 'node:fs'
import type { Reporter, TestCase } from 'vitest/node'

/** One line of the file named by TRIES_FILE: a test that did not pass at once, or an error that belongs to no test. */
export type Trouble = { readonly kind: 'retried'; readonly file: string; readonly test: string; readonly tries: number; readonly reason: string } | { readonly kind: 'stray'; readonly reason: string }

/** Writes down which tests needed another try, so that a retry hides nothing. */
export default class TriesReporter implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const retries = test.diagnostic()?.retryCount ?? 0
    if (retries > 0) tell({ kind: 'retried', file: test.module.relativeModuleId, test: test.fullName, tries: retries + 1, reason: firstLine(test.result().errors?.[0]?.message) })
  }

  onTestRunEnd(...[, strays]: Parameters<NonNullable<Reporter['onTestRunEnd']>>): void {
    for (const { message } of strays) tell({ kind: 'stray', reason: firstLine(message) })
  }
}

function tell(trouble: Trouble): void {
  const file = process.env['TRIES_FILE']
  if (file) appendFileSync(file, `${JSON.stringify(trouble)}\n`)
}

function firstLine(text = ''): string {
  return text.split('\n', 1)[0] ?? ''
}
