import { expect, test } from 'vitest'
import { selectionEntries, selectionTimes } from './selection-entries.ts'

const nothing = () => undefined
const task = { kind: 'action', label: 'New task here', onSelect: nothing } as const
const ways = { onLoop: nothing, onAddNote: nothing, more: [task], onClear: nothing }
const labels = (more: Partial<Parameters<typeof selectionEntries>[0]>) =>
  selectionEntries({ ...ways, ...more }).map(({ label }) => label)

test('a selection offers what one may do with it, and nothing else', () => {
  expect(labels({})).toEqual(['Note', 'Loop', 'New task here', 'Clear the selection'])
  expect(labels({ onAddNote: undefined, more: [] })).toEqual(['Loop', 'Clear the selection'])
})

test('it is named by its times, to a tenth of a second', () => {
  expect(selectionTimes({ from: 0.26, to: 61.99 })).toBe('0:00.2 – 1:01.9')
})
