import { describe, expect, test } from 'vitest'
import { Name, words } from './shapes.ts'

describe('a name', () => {
  test.each([
    ['is trimmed', '  Low Tide ', 'Low Tide'],
    ['is one line', 'Low\r\nTide\tagain', 'Low Tide again'],
    ['carries no control characters', 'Low\u0000 Tide\u001b', 'Low Tide'],
    ['is not turned round', 'Kiln\u202e3pm.exe', 'Kiln3pm.exe'],
    ['keeps joined characters and any script', '👩‍🎤 夜行バス', '👩‍🎤 夜行バス'],
    ['has whole characters', 'Kiln \ud800', 'Kiln \ufffd'],
  ])('%s', (_, typed, kept) => expect(Name.parse(typed)).toBe(kept))

  test.each(['', '   ', '\u200b\u200d', '\u0000', '\u202e', '\ufeff\u00a0'])('needs something to see (%j)', (typed) =>
    expect(Name.safeParse(typed).error?.issues[0]?.message).toBe('Required'),
  )

  test('has at most 200 characters', () => {
    expect(Name.safeParse('a'.repeat(200)).success).toBe(true)
    expect(Name.safeParse('a'.repeat(201)).success).toBe(false)
  })
})

test('words keep their lines and lose what no database keeps', () =>
  expect(words(20).parse('Verse\n\tlouder\u0000\u0007 \ud83c')).toBe('Verse\n\tlouder \ufffd'))
