import { expect, test } from 'vitest'
import type { ApprovalDecision } from '../approvals.contract.ts'
import { receiptText } from './receipt.ts'

const decision: ApprovalDecision = {
  id: 'rec1',
  trackTitle: 'Glasshouse',
  versionId: 'v',
  versionNumber: 6,
  seq: 1,
  authorId: 'mara',
  authorName: 'Mara Lindqvist',
  decision: 'approved',
  body: '',
  noteId: null,
  fileName: 'Glasshouse v6.wav',
  sizeBytes: 65_432_100,
  sha256: 'ab12',
  createdAt: Date.UTC(2026, 10, 20, 10, 42, 3),
}

test('a receipt says who approved which file, and when', () => {
  expect(receiptText(decision, 'Low Tide')).toBe(`Approved
Project: Low Tide
Track: Glasshouse, v6
File: Glasshouse v6.wav, 65432100 bytes
SHA-256: ab12
By: Mara Lindqvist
At: 2026-11-20T10:42:03.000Z
Record: rec1`)
})

test('with the words of who asked for changes', () => {
  const text = receiptText({ ...decision, decision: 'changes', body: 'Vocal is low' }, 'Low Tide')
  expect(text).toContain('Changes requested\n')
  expect(text).toContain('Comment: Vocal is low\n')
})
