import { expect, test } from 'vitest'
import { snapSheet, stepSheet } from './sheet-height.ts'

test('a sheet that is let go rests at the nearest height', () => {
  expect([0.1, 0.4, 0.7, 0.9].map((share) => snapSheet(share, 0))).toEqual(['closed', 'half', 'half', 'full'])
})

test('a flick takes it one further, and no further', () => {
  expect([
    snapSheet(0.6, 1),
    snapSheet(0.5, 1),
    snapSheet(0.5, -1),
    snapSheet(0.95, -1),
    snapSheet(1, 1),
    snapSheet(0, -1),
  ]).toEqual(['full', 'half', 'closed', 'half', 'full', 'closed'])
})

test('keys go step by step', () => {
  expect([stepSheet('half', 1), stepSheet('half', -1), stepSheet('full', 1), stepSheet('closed', -1)]).toEqual([
    'full',
    'closed',
    'full',
    'closed',
  ])
})
