import { appendFileSync } from 'node:fs'

/** One line of the file named by TRIES_FILE: a test that did not pass at the first try. */
export type TestProblem =
  | {
      readonly kind: 'retried'
      readonly file: string
      readonly test: string
      readonly tries: number
      readonly reason: string
    }
  /** Other load disturbed a measurement, which was repeated within the test. */
  | { readonly kind: 'repeated'; readonly file: string; readonly test: string; readonly reason: string }
  /** An error that belongs to no test. */
  | { readonly kind: 'stray'; readonly reason: string }

export function writeProblem(trouble: TestProblem): void {
  const file = process.env['TRIES_FILE']
  if (file) appendFileSync(file, `${JSON.stringify(trouble)}\n`)
}
