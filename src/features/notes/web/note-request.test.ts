import { expect, test } from 'vitest'
import { takeNoteRequests, requestNote } from './note-request.ts'

test('a note is begun on the page of its version, at once or when the page opens, and only there', () => {
  const begun: string[] = []
  const open = (versionId: string) => takeNoteRequests(versionId, (at) => begun.push(`${versionId} ${at}`))
  expect(requestNote({ versionId: 'v3', at: 72 })).toBe(false)
  const leave = open('v3')
  expect(begun).toEqual(['v3 72'])
  expect(requestNote({ versionId: 'v3', at: 5 })).toBe(true)
  leave()
  expect(requestNote({ versionId: 'v3', at: 9 })).toBe(false)
  open('v2')()
  open('v3')()
  expect(begun).toEqual(['v3 72', 'v3 5'])
})
