import { expect, test } from 'vitest'
import type { UserSettings, UserSettingsChange } from '../../user-settings.contract.ts'
import { settingsQuery } from '../account.client.ts'
import { changeHeldSettings, withChange } from './settings-change.ts'

const remembered: UserSettings = {
  keys: { single: true, bindings: {} },
  playback: { quality: 'automatic', pausesForNotes: false },
  views: [],
  advice: { serverSetup: true },
}

test('a change joins what was set on another machine meanwhile', async () => {
  let held = withChange(remembered, { keys: { single: true, bindings: { M: ['K'] } } })
  const server = {
    read: async () => held,
    write: async (change: UserSettingsChange) => (held = withChange(held, change)),
  }
  await changeHeldSettings(server, ({ keys }) => ({ keys: { ...keys, bindings: { ...keys.bindings, J: ['Q'] } } }))
  expect(held).toEqual({
    keys: { single: true, bindings: { M: ['K'], J: ['Q'] } },
    playback: { quality: 'automatic', pausesForNotes: false },
    views: [],
    advice: { serverSetup: true },
  })
})

test('while the server does not say what is set, nothing is written', async () => {
  const written: UserSettingsChange[] = []
  const server = {
    read: () => Promise.reject(new Error('no line')),
    write: async (change: UserSettingsChange) => (written.push(change), remembered),
  }
  await expect(changeHeldSettings(server, ({ keys }) => ({ keys }))).rejects.toThrow('no line')
  expect(written).toEqual([])
})

test('settings are never kept between visits: the copy on disk lags behind the last change', () => {
  expect(settingsQuery.meta?.['private']).toBe(true)
})
