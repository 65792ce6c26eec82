import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { StorageAway, StorageBroken, StorageFull } from '#server/storage/storage.ts'
import { commands } from './commands.ts'
import { runCommandLine } from './command-line.ts'
import { inNamed, onDiskOf } from './named-errors.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'roughmix-named-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const failing = (error: Error) => () => Promise.reject(error)
const bucket = { S3_BUCKET: 'mixes', S3_ENDPOINT: 'http://store.lan', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' }
const [noRoom, noDatabaseRoom] = [
  Object.assign(new Error('no space left'), { code: 'ENOSPC' }),
  Object.assign(new Error('disk is full'), { errcode: 13 }),
]

test('what goes wrong in a place that was named is told by its names', async () => {
  for (const error of [new StorageFull(), noRoom, noDatabaseRoom])
    await expect(inNamed(readConfig({ DATA_DIR: '/mnt/new' }), failing(error))).rejects.toThrow(
      'The disk of /mnt/new is full. Free some space and start again.',
    )
  await expect(
    inNamed(readConfig({ DATA_DIR: '/mnt/new' }), failing(new StorageBroken(new Error('EIO')))),
  ).rejects.toThrow('The disk of /mnt/new failed to keep what was written (EIO).')
  const place = readConfig({ DATA_DIR: '/mnt/new', ...bucket })
  await expect(inNamed(place, failing(new StorageFull()))).rejects.toThrow('The bucket mixes is full.')
  await expect(inNamed(place, failing(new StorageAway(new Error('ECONNREFUSED'))))).rejects.toThrow(
    'The files in the bucket mixes cannot be reached',
  )
  await expect(inNamed(place, failing(new TypeError('a bug')))).rejects.toThrow(TypeError)
})

test('a full disk is that of what was to be written', async () => {
  await expect(onDiskOf('/mnt/backup', failing(noRoom))).rejects.toThrow(
    'The disk of /mnt/backup is full. Free some space and start again.',
  )
  await expect(onDiskOf('/mnt/backup', failing(new TypeError('a bug')))).rejects.toThrow(TypeError)
})

test('trouble with the server’s own folder names it as the settings do, and as JSON if asked for', async () => {
  writeFileSync(join(folder, 'roughmix.env'), 'DATA_DIR=/srv/roughmix/data\n')
  const around = {
    env: {},
    folder,
    open: failing(new StorageFull()),
    readLine: async () => '',
    stopSignal: () => new AbortController().signal,
    tell: () => undefined,
  }
  expect(await runCommandLine(commands, ['users', 'list', '--settings', 'roughmix.env', '--json'], around)).toEqual({
    code: 3,
    out: '{"error":"The disk of /srv/roughmix/data is full. Free some space and start again."}\n',
    err: '',
  })
})

test.runIf(process.platform === 'linux')(
  'a folder where nothing can be written is named, not that of the settings',
  async () => {
    const around = {
      env: {},
      folder,
      open: failing(new Error('not opened')),
      readLine: async () => '',
      stopSignal: () => new AbortController().signal,
      tell: () => undefined,
    }
    const kept = new URL('../../fixtures/schemas/0009-note-details.jsonl', import.meta.url).pathname
    // Not even root can write there.
    expect(await runCommandLine(commands, ['restore', kept, '--into', '/sys/roughmix'], around)).toEqual({
      code: 3,
      out: '',
      err: expect.stringMatching(
        /^(\/sys\/roughmix cannot be written to\.|The disk of \/sys\/roughmix is read-only\.) [^:]*$/,
      ),
    })
  },
)
