import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { runCommandLine } from './command-line.ts'
import { pushKeysCommand } from './push-keys.command.ts'

test('what the command prints is what a server starts with', async () => {
  const { code, out } = await runCommandLine([pushKeysCommand], ['push-keys'], {
    env: {},
    folder: '.',
    open: () => Promise.reject(new Error('It needs no database.')),
    readLine: async () => '',
    stopSignal: () => new AbortController().signal,
    tell: () => undefined,
  })
  const printed = Object.fromEntries(
    out
      .trim()
      .split('\n')
      .map((line) => line.split('=', 2)),
  )
  expect([code, readConfig(printed).VAPID_PUBLIC_KEY]).toEqual([0, printed['VAPID_PUBLIC_KEY']])
})
