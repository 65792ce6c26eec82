import { expect, test } from 'vitest'
import { carriedHint, carriedLabel } from './carried-words.ts'

test('a note whose place was cut out says in which version, and whether something of it is left', () => {
  const cut = { fromSeconds: 24, toSeconds: null, by: 'cut', cutIn: 5 } as const
  expect(carriedLabel(cut, 4)).toBe('from v4, its place was cut in v5')
  expect(carriedHint(cut, 4)).toBe('Its place was cut in v5. The music continues here without it.')
  expect(carriedLabel({ ...cut, toSeconds: 26 }, 4)).toBe('from v4, part of its place was cut in v5')
  expect(carriedLabel({ fromSeconds: 24, toSeconds: null, by: 'unsure' }, 4)).toBe('from v4, place unsure')
})
