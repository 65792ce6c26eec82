import { expect, test } from 'vitest'
import { changelogText, ownWords } from './changelog-text.ts'

const changes = [{ text: 'Fade' }, { text: 'Less hiss' }]

test('a changelog reads line by line', () => {
  expect(changelogText(changes)).toBe('Fade\nLess hiss')
  expect(changelogText([])).toBe('')
})

test('what only repeats the lines is nobody’s own words', () => {
  expect(ownWords('Fade\nLess hiss', changes)).toBe('')
  expect(ownWords('Louder', changes)).toBe('Louder')
  expect(ownWords('Louder', [])).toBe('Louder')
})
