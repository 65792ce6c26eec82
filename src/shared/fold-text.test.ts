import { expect, test } from 'vitest'
import { foldText, likePattern } from './fold-text.ts'

test('letters are the same with and without accents, in either case and however they are written', () => {
  expect(['Café', 'CAFE\u0301', 'cafe'].map(foldText)).toEqual(['cafe', 'cafe', 'cafe'])
  expect(foldText('Ąžuolas Ωμέγα Й')).toBe('azuolas ωμεγα и')
})

test('other scripts keep their letters whole', () => {
  expect(foldText('한국 ガ ไทย')).toBe('한국 ガ ไทย')
})

test('a pattern takes signs as they are, and any letter for one beyond ASCII', () => {
  expect(likePattern('100%_a\\')).toBe('%100\\%\\_a\\\\%')
  expect(likePattern('élan')).toBe('%_lan%')
})
