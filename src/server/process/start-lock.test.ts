import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** What `npm start` makes once is made in one process, by plain JavaScript that lies in its own folder. */
let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'roughmix-lock-'))
  mkdirSync(join(root, 'scripts'))
  copyFileSync(
    fileURLToPath(new URL('../../../scripts/run-root.mjs', import.meta.url)),
    join(root, 'scripts/run-root.mjs'),
  )
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const making = (name: string) => [
  '--input-type=module',
  '-e',
  `import { whenStale } from './scripts/run-root.mjs'; whenStale({ name: '${name}', stamp: '.cache/stamp', key: ` +
    `'1', made: [], make: () => void process.stdout.write('made') })`,
]

test('a start that cannot make its lock says so and ends', () => {
  const { status, stderr } = spawnSync(process.execPath, making('x'.repeat(300)), {
    cwd: root,
    timeout: 20_000,
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining(
      'x.lock cannot be made (ENAMETOOLONG). Whoever starts Roughmix must be able to write to its folder',
    ),
  ])
})

test('one that waits for another says so once, and goes on when that is done', async () => {
  const lock = join(root, '.cache/web.lock')
  mkdirSync(lock, { recursive: true })
  const child = spawn(process.execPath, making('web'), {
    cwd: root,
    timeout: 60_000,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [made, said] = [text(child.stdout), text(child.stderr)]
  await once(child.stderr, 'data')
  rmdirSync(lock)
  expect([await made, await said]).toEqual(['made', `Waiting for another start that is at work here (${lock}) …\n`])
})
