import { expect, test } from 'vitest'
import { belongingTo, sameBelonging } from './belonging.ts'

test('a project that comes to an organization lets its members comment and download', () => {
  expect(belongingTo('harbour')).toEqual({
    organizationId: 'harbour',
    teamId: null,
    organizationRole: 'commenter',
    organizationMayDownload: true,
  })
})

test('without an organization its rules make no difference', () => {
  expect(sameBelonging(belongingTo(null), { ...belongingTo(null), organizationRole: 'editor' })).toBe(true)
  expect(sameBelonging(belongingTo('harbour'), { ...belongingTo('harbour'), organizationRole: 'editor' })).toBe(false)
  expect(sameBelonging(belongingTo('harbour'), belongingTo('pier'))).toBe(false)
})
