import { expect, test } from 'vitest'
import { noMarks } from './note-marks.ts'
import { noteSetContent, type NoteSetFacts, type SetNote } from './note-set-content.ts'

const said = (id: string, fromSeconds: number): SetNote => ({
  id,
  fromSeconds,
  toSeconds: null,
  visibility: 'everyone',
  body: id,
  ...noMarks,
})
const facts: NoteSetFacts = {
  projectId: 'p',
  trackId: 't',
  versionId: 'v',
  fileSha256: 'ab',
  round: 2,
  author: { id: 'cora', name: 'Cora' },
  sentAt: 0,
  notes: [said('b', 5), said('a', 1)],
}

test('a set is the same letters however it was gathered', () => {
  expect(noteSetContent(facts)).toBe(noteSetContent({ ...facts, notes: facts.notes.toReversed() }))
  const letters = [
    '{"format":"roughmix-note-set-1","projectId":"p","trackId":"t","versionId":"v","fileSha256":"ab","round":2,',
    '"author":{"id":"cora","name":"Cora"},"sentAt":"1970-01-01T00:00:00.000Z","notes":[',
    '{"id":"a","fromSeconds":1,"toSeconds":null,"section":null,"part":null,"direction":null,',
    '"visibility":"everyone","body":"a"},',
    '{"id":"b","fromSeconds":5,"toSeconds":null,"section":null,"part":null,"direction":null,',
    '"visibility":"everyone","body":"b"}]}',
  ]
  expect(noteSetContent(facts)).toBe(letters.join(''))
})

test('whatever is said otherwise makes it another', () => {
  const [first, second] = facts.notes
  if (!first || !second) throw new Error('two notes')
  for (const other of [
    { ...facts, round: 3 },
    { ...facts, fileSha256: 'cd' },
    { ...facts, sentAt: 1 },
    { ...facts, notes: [first] },
    { ...facts, notes: [{ ...first, body: 'c' }, second] },
    { ...facts, notes: [{ ...first, part: 'Bass' }, second] },
  ])
    expect(noteSetContent(other)).not.toBe(noteSetContent(facts))
})
