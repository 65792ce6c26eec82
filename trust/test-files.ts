import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Run } from './measure.ts'

interface Tested {
  readonly passed: number
  readonly wrong: readonly string[]
}

interface Report {
  readonly testResults: readonly { readonly message: string; readonly assertionResults: readonly { readonly status: string; readonly fullName: string; readonly failureMessages: readonly string[] }[] }[]
}

/** Some bars are looked at by tests of their own; this runs them and says how they went. */
export async function runTestFiles(run: Run, project: string, files: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Tested> {
  const report = join(run.folder, `report-${project}.json`)
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', project, '--reporter=json', `--outputFile=${report}`, ...files], { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  run.afterwards(() => void child.kill())
  const [said, complaints] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  const results = readReport(report)
  if (!results) return { passed: 0, wrong: [`the tests did not run: ${said}${complaints}`] }
  const tests = results.testResults.flatMap(({ assertionResults }) => assertionResults)
  const failed = tests.filter(({ status }) => status === 'failed').map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0]?.split('\n', 1)[0] ?? ''}`)
  const passed = tests.filter(({ status }) => status === 'passed').length
  return { passed, wrong: [...failed, ...(child.exitCode !== 0 && failed.length === 0 ? results.testResults.map(({ message }) => message) : []), ...(passed === 0 ? ['no test ran'] : [])] }
}

function readReport(path: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
