import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** The real program: a test in its own process cannot see what the system gives a process. */
const program = fileURLToPath(new URL('admin.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'roughmix-admin-'))
const inFolder = (name: string) => join(folder, name)
/** `limit` is the largest file it may write, in blocks of 512 bytes, to simulate a full disk. */
function admin(
  args: readonly string[],
  limit: number | 'unlimited' = 'unlimited',
): { code: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(
    'sh',
    [
      '-c',
      `umask 022; ulimit -f ${limit}; exec "$@"`,
      'limited',
      process.execPath,
      '--disable-warning=ExperimentalWarning',
      program,
      ...args,
    ],
    { cwd: folder, encoding: 'utf8', env: { PATH: process.env['PATH'], DATA_DIR: inFolder('data'), MIN_FREE_MB: '0' } },
  )
  return { code: status, out: stdout, err: stderr }
}

function done(...args: readonly string[]): void {
  const { code, err } = admin(args)
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${err}`)
}

/** Files with one of these permission bits. */
const open = (name: string, bits: number) =>
  readdirSync(inFolder(name), { recursive: true, encoding: 'utf8' }).filter(
    (one) => (statSync(inFolder(join(name, one))).mode & bits) !== 0,
  )

beforeAll(() => {
  done('users', 'create', 'ann@example.com', 'Ann', '--new')
  mkdirSync(inFolder('backup'))
  chmodSync(inFolder('backup'), 0o755)
  done('backup', 'backup')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('no other user reads what commands make, nor anyone but its owner a backup, even in an open folder', () => {
  done('restore', 'backup', '--into', 'restored')
  done('migrate-store', '--from', 'restored', '--to', 'moved')
  for (const place of ['data', 'restored', 'moved']) {
    expect(readdirSync(inFolder(place))).toContain('roughmix.sqlite')
    expect([statSync(inFolder(place)).mode & 0o007, ...open(place, 0o007)], place).toEqual([0])
  }
  expect(readdirSync(inFolder('backup'))).toContain('roughmix.sqlite')
  expect(open('backup', 0o077)).toEqual([])
})

test('a disk that is full ends a restore, which names it, and no server starts on what is there', () => {
  const key = 'projects/p/t/v/master.wav'
  cpSync(inFolder('backup'), inFolder('large'), { recursive: true })
  mkdirSync(dirname(inFolder(`large/files/${key}`)), { recursive: true })
  writeFileSync(inFolder(`large/files/${key}`), '')
  const bytes = 24 * 1024 * 1024
  truncateSync(inFolder(`large/files/${key}`), bytes)
  const sha256 = createHash('sha256').update(Buffer.alloc(bytes)).digest('hex')
  appendFileSync(inFolder('large/files.jsonl'), `${JSON.stringify({ key, sizeBytes: bytes, sha256, modifiedAt: 1 })}\n`)
  const manifest = JSON.parse(readFileSync(inFolder('large/manifest.json'), 'utf8'))
  manifest.files = {
    count: 1,
    bytes,
    sha256: createHash('sha256')
      .update(readFileSync(inFolder('large/files.jsonl')))
      .digest('hex'),
  }
  writeFileSync(inFolder('large/manifest.json'), JSON.stringify(manifest))
  expect(admin(['restore', 'large', '--into', 'small', '--json'], 32 * 1024)).toEqual({
    code: 3,
    out: `${JSON.stringify({ error: `The disk of ${inFolder('small')} is full. Free some space and start again.` })}\n`,
    err: '',
  })
  expect(readdirSync(inFolder('small'))).toContain('restore-unfinished')
})
