import { expect, test } from 'vitest'
import type { ServerHealth } from '../../administration.contract.ts'
import { setupSteps } from './setup-steps.ts'

const HOUR_MS = 3_600_000
const NOW = 1_700_000_000_000
const fresh: ServerHealth = {
  version: '1.0.0',
  node: 'v26.10.0',
  startedAt: 0,
  residentBytes: 1,
  address: { url: 'http://localhost:3000', configured: false },
  database: { engine: 'sqlite', answers: true, sizeBytes: 1 },
  files: { store: 'disk', answers: true, freeBytes: 80e9, keptFreeBytes: 10e9 },
  queue: { ready: 0, planned: 0, active: 0, dead: 0, lateSeconds: 0 },
  decoder: { sandbox: 'isolated' },
  mail: { configured: false, lastSentAt: null, waiting: 0, failed: 0 },
  lastBackupAt: null,
  backsUpItself: false,
  backupFolderMissing: false,
}
const said = (change: Partial<ServerHealth>) =>
  Object.fromEntries(
    setupSteps({ ...fresh, ...change }, NOW).map(({ name, isDone, now }) => [
      name,
      `${isDone ? 'done' : 'open'}: ${now}`,
    ]),
  )

test('a new server has room, and everything else is to do', () => {
  expect(said({})).toEqual({
    address: 'open: Only this machine: localhost:3000',
    mail: 'open: Not set up: kept in the outbox',
    storage: 'done: 80 GB free on this disk',
    backup: 'open: None yet',
  })
})

test('what is set is done', () => {
  expect(
    said({
      address: { url: 'https://mix.example.com', configured: true },
      mail: { ...fresh.mail, configured: true },
      files: { store: 's3', answers: true, freeBytes: null, keptFreeBytes: 0 },
      backsUpItself: true,
    }),
  ).toEqual({
    address: 'done: Links lead to mix.example.com',
    mail: 'done: Sent by your mail server',
    storage: 'done: In an S3 bucket',
    backup: 'done: Made every day',
  })
})

test.each([
  ['mail', { mail: { ...fresh.mail, configured: true, failed: 3 } }, 'open: 3 could not be sent'],
  ['storage', { files: { ...fresh.files, freeBytes: 9e9 } }, 'open: Only 9.0 GB free'],
  ['storage', { files: { ...fresh.files, answers: false } }, 'open: Not responding'],
  ['backup', { lastBackupAt: NOW - 47 * HOUR_MS }, 'done: Made by hand'],
  ['backup', { lastBackupAt: NOW - 49 * HOUR_MS }, 'open: The last one is over two days old'],
  ['backup', { backsUpItself: true, backupFolderMissing: true }, 'open: The backup folder is missing'],
] as const)('%s: %o', (step, change, expected) => {
  expect(said(change)[step]).toBe(expected)
})
