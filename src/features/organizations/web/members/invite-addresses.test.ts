import { expect, test } from 'vitest'
import { readAddresses } from './invite-addresses.ts'

test.each([
  ['', [], []],
  [' jo@okafor.audio ', ['jo@okafor.audio'], []],
  [
    'jo@okafor.audio, sam@example.com;mara@lindqvist.audio\nlin@chen.audio  pia@sound.example',
    ['jo@okafor.audio', 'sam@example.com', 'mara@lindqvist.audio', 'lin@chen.audio', 'pia@sound.example'],
    [],
  ],
  ['Jo Okafor <jo@okafor.audio>, "Sam" <sam@example.com>', ['jo@okafor.audio', 'sam@example.com'], []],
  ['jo@okafor.audio, Jo@Okafor.audio', ['jo@okafor.audio'], []],
  ['jo@okafor.audio, sam@, nobody, lin@chen.audio', ['jo@okafor.audio', 'lin@chen.audio'], ['sam@', 'nobody']],
  ['mailto:jo@okafor.audio', ['jo@okafor.audio'], []],
  ['Jo <jo at okafor>', [], ['jo at okafor']],
])('%j', (typed, addresses, bad) => expect(readAddresses(typed)).toEqual({ addresses, bad }))
