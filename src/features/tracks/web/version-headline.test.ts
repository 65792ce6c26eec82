import { expect, test } from 'vitest'
import { versionHeadline } from './version-headline.ts'

const task = (text: string, taskNumber: number) => ({ text, taskId: `t${taskNumber}`, taskNumber })
const line = (text: string) => ({ text, taskId: null, taskNumber: null })
const made = (...changes: readonly (ReturnType<typeof task> | ReturnType<typeof line>)[]) =>
  versionHeadline({ changelog: changes.map(({ text }) => text).join('\n'), changes: [...changes] })

test('a complaint that was seen to is told as done', () => {
  expect(made(task('Bass and kick fight here.', 1))).toBe('Done: Bass and kick fight here.')
})

test('of several lines the number comes first, because the end may be cut', () => {
  expect(made(task('Bass and kick fight', 1), task('Hiss', 2))).toBe('2 done: Bass and kick fight · Hiss')
  expect(made(line('Wider'), task('Hiss', 2))).toBe('2 changes: Wider · Hiss')
})

test('words of one’s own are as they were written, by their first line', () => {
  expect(made(line('Wider'))).toBe('Wider')
  expect(versionHeadline({ changelog: 'Louder\nand wider', changes: [task('Hiss', 1)] })).toBe('Louder')
  expect(versionHeadline({ changelog: '', changes: [] })).toBe('')
})
