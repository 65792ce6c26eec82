import { expect, test } from 'vitest'
import { retiredWords } from './one-name.ts'

test('words that the glossary has retired are read from its lines', () => {
  expect(
    retiredWords('| hook | asks. Was “follower”, “listener” and “live hall” |\n| bus | was never called otherwise |'),
  ).toEqual(['follower', 'listener', 'live hall'])
})
