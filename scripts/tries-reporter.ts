import type { Reporter, TestCase } from 'vitest/node'
import { writeProblem } from './test-problems.ts'

/** Records which tests needed a retry, so that retries hide nothing. */
export default class TriesReporter implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const retries = test.diagnostic()?.retryCount ?? 0
    if (retries > 0)
      writeProblem({
        kind: 'retried',
        file: test.module.relativeModuleId,
        test: test.fullName,
        tries: retries + 1,
        reason: firstLine(test.result().errors?.[0]?.message),
      })
  }

  onTestRunEnd(...[, strays]: Parameters<NonNullable<Reporter['onTestRunEnd']>>): void {
    for (const { message } of strays) writeProblem({ kind: 'stray', reason: firstLine(message) })
  }
}

function firstLine(text = ''): string {
  return text.split('\n', 1)[0] ?? ''
}
