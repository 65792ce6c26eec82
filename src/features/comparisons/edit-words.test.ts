import { expect, test } from 'vitest'
import type { Edit } from '#audio/comparison-result.ts'
import { editLines } from './edit-words.ts'

const lengths = { a: 60, b: 57 }
const edit = (kind: Edit['kind'], a: readonly [number, number], b: readonly [number, number]): Edit => ({
  kind,
  a: { from: a[0], to: a[1] },
  b: { from: b[0], to: b[1] },
  isAudible: true,
  slack: 0,
})
const text = (one: Edit, clock: 'a' | 'b') => editLines([one], lengths, clock)[0]

test('what was replaced is told on the timeline that is asked for, as its link is', () => {
  const replaced = edit('replaced', [20, 30], [17, 22])
  expect(text(replaced, 'a')).toMatchObject({
    text: 'Different sound in place of 0:20–0:30, 5.00 s long',
    from: 20,
    to: 30,
  })
  expect(text(replaced, 'b')).toMatchObject({
    text: 'Different sound at 0:17–0:22, in place of 10.0 s',
    from: 17,
    to: 22,
  })
})

test('what was moved is told by where it was and where it is', () => {
  const moved = edit('moved', [10, 20], [40, 50])
  expect([text(moved, 'a')?.text, text(moved, 'b')?.text]).toEqual([
    '0:10–0:20 moved to 0:40',
    '0:10–0:20 moved to 0:40',
  ])
})
