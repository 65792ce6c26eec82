import { expect, test } from 'vitest'
import { remembered } from './remembered.ts'

test('a result is worked out once, and again after others have taken its place', () => {
  const worked: string[] = []
  const doubled = remembered(
    2,
    (text: string) => text,
    (text) => {
      worked.push(text)
      return text === '' ? undefined : text + text
    },
  )
  expect(['a', 'b', 'a', ''].map((text) => doubled(text))).toEqual(['aa', 'bb', 'aa', undefined])
  expect(worked).toEqual(['a', 'b', ''])
  // The one used last has stayed; the other one went.
  expect(['a', '', 'b'].map((text) => doubled(text))).toEqual(['aa', undefined, 'bb'])
  expect(worked).toEqual(['a', 'b', '', 'b'])
})
