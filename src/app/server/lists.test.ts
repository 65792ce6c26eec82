import { expect, test } from 'vitest'
import * as z from 'zod'
import { contracts } from './feature-parts.ts'

test('every list says where it goes on, or that it does not', () => {
  const fieldsOf = (answer: unknown): readonly string[] =>
    answer instanceof z.ZodObject ? Object.keys(answer.shape) : []
  const lists = contracts
    .flatMap((contract) => Object.entries(contract))
    .map(([key, { answer }]) => ({ key, fields: fieldsOf(answer) }))
    .filter(({ fields }) => fields.includes('items') && !fields.includes('id'))
  expect(lists.length).toBeGreaterThan(20)
  expect(lists.filter(({ fields }) => !fields.includes('nextCursor')).map(({ key }) => key)).toEqual([])
})
