import { expect, test } from 'vitest'
import { lineLost } from './line-lost.ts'
import { playerStrings } from './player.strings.ts'

test.each([
  ['playing', true, 'Connection lost. Playing what has loaded'],
  ['stalled', true, 'Connection lost. Playback resumes when it returns'],
  ['loading', true, 'Connection lost. Playback resumes when it returns'],
  ['loading', false, 'Connection lost. The rest loads when it returns'],
  ['paused', false, 'Connection lost. The rest loads when it returns'],
  ['ended', false, 'Connection lost. The rest loads when it returns'],
] as const)('%s, wanted %s: %s', (phase, wants, words) => {
  expect(playerStrings[lineLost(phase, wants)]).toBe(words)
})
