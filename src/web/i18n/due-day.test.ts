import { expect, test } from 'vitest'
import { formatDueDay, isOverdue, localDay } from './due-day.ts'

const today = '2026-11-20'

test('near days are said, far ones are dated', () => {
  expect(formatDueDay('2026-11-20', today)).toBe('Today')
  expect(formatDueDay('2026-11-21', today)).toBe('Tomorrow')
  expect(formatDueDay('2026-11-19', today)).toBe('Yesterday')
  expect(formatDueDay('2026-11-24', today)).toBe('Tue')
  expect(formatDueDay('2026-11-28', today)).toMatch(/28 Nov|Nov 28/)
  expect(formatDueDay('2027-01-03', today)).toMatch(/2027/)
})

test('only a day that is over is overdue', () => {
  expect(isOverdue('2026-11-20', today)).toBe(false)
  expect(isOverdue('2026-11-19', today)).toBe(true)
})

test('a day is the reader’s own, shortly before midnight as well', () => {
  expect(localDay(new Date(2026, 10, 20, 23, 59))).toBe('2026-11-20')
})
