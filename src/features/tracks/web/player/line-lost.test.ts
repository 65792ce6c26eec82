import { expect, test } from 'vitest'
import { lineLost } from './line-lost.ts'
import { playerStrings } from './player.strings.ts'

test.each([
  ['playing', true, 'Connection lost. Playing from what is here'],
  ['stalled', true, 'Connection lost. Playback resumes when it returns'],
  ['loading', true, 'Connection lost. Playback resumes when it returns'],
  ['loading', false, 'Connection lost. The rest is loaded when it is back'],
  ['paused', false, 'Connection lost. The rest is loaded when it is back'],
  ['ended', false, 'Connection lost. The rest is loaded when it is back'],
] as const)('%s, wanted %s: %s', (phase, wants, words) => {
  expect(playerStrings[lineLost(phase, wants)]).toBe(words)
})
