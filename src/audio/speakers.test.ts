import { expect, test } from 'vitest'
import { channelName, speakersOfMask } from '#audio/speakers.ts'

test.each([
  ['5.1 with surrounds beside', 6, 0x60f, 'L R C LFE Ls Rs'],
  ['5.1 with surrounds behind', 6, 0x3f, 'L R C LFE Ls Rs'],
  ['quadrophony', 4, 0x33, 'L R Ls Rs'],
  ['four in front, as a cross', 4, 0x107, 'L R C Cs'],
  ['7.1', 8, 0x63f, 'L R C LFE Lb Rb Ls Rs'],
  ['7.1 wide, of films', 8, 0xff, 'L R C LFE Ls Rs Lc Rc'],
  ['6.1', 7, 0x70f, 'L R C LFE Cs Ls Rs'],
  ['5.1.4', 10, 0x2d60f, 'L R C LFE Ls Rs Ltf Rtf Ltb Rtb'],
  ['7.1.4', 12, 0x2d63f, 'L R C LFE Lb Rb Ls Rs Ltf Rtf Ltb Rtb'],
])('a channel mask names its loudspeakers: %s', (_, channels, mask, names) => {
  expect(speakersOfMask(channels, mask)?.join(' ')).toBe(names)
})

test.each([
  ['names fewer than there are channels', 6, 0x3],
  ['names more', 4, 0x3f],
  ['is missing', 6, 0],
  ['has a bit that nobody has given a loudspeaker', 3, 0x100003],
])('a channel mask that %s names none', (_, channels, mask) => {
  expect(speakersOfMask(channels, mask)).toBeUndefined()
})

test.each([
  [2, { channels: 6 }, '3 · C'],
  [3, { channels: 6 }, '4 · LFE'],
  [11, { channels: 12 }, '12 · Rtb'],
  [8, { channels: 16 }, '9'],
  [3, { channels: 4, speakers: ['L', 'R', 'C', 'Cs'] }, '4 · Cs'],
  [3, { channels: 4, speakers: ['L', 'R'] }, '4 · Rs'],
])('channel at %d of %o is %s', (at, layout, name) => {
  expect(channelName(at, layout)).toBe(name)
})
