import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { holdFile } from './process-lock.ts'

let folder: string
let other: ChildProcess | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'roughmix-lock-'))
})
afterEach(() => {
  other?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Another process that holds the lock and reports it. */
async function heldElsewhere(file: string): Promise<ChildProcess> {
  const program = `import { holdFile } from ${JSON.stringify(new URL('process-lock.ts', import.meta.url).href)}
  const held = holdFile(${JSON.stringify(file)})
  process.stdout.write(String(held !== undefined))
  setInterval(() => held, 1000)`
  other = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (!other.stdout) throw new Error('it cannot be heard')
  const [output]: Buffer[] = await once(other.stdout, 'data')
  expect(String(output)).toBe('true')
  return other
}

test('a file that another process holds is free once that has died, also without a goodbye', async () => {
  const file = join(folder, 'held')
  const process = await heldElsewhere(file)
  expect(holdFile(file)).toBeUndefined()
  process.kill('SIGKILL')
  await once(process, 'exit')
  expect(holdFile(file)).toBeDefined()
})

test('a file is held once within one process as well, and again when it was let go', () => {
  const file = join(folder, 'held')
  const held = holdFile(file)
  expect(holdFile(file)).toBeUndefined()
  held?.release()
  expect(holdFile(file)).toBeDefined()
})

test('a folder that is not there is no lock that somebody has', () => {
  expect(() => holdFile(join(folder, 'nowhere', 'held'))).toThrow('unable to open')
})
