import { describe, expect, test } from 'vitest'
import { sampleNote } from './note-sample.ts'
import type { Note } from './notes.contract.ts'
import { freshThreads, seenUpTo, threadKey } from './note-unread.ts'

const said = (authorId: string, createdAt: number) => ({
  id: `r${createdAt}`,
  authorId,
  authorName: authorId,
  byGuest: false,
  body: '',
  mentions: [],
  reactions: [],
  attachments: [],
  createdAt,
  editedAt: null,
})
const note = (id: string, createdAt: number, replies = [] as ReturnType<typeof said>[]) =>
  sampleNote(id, 1, { authorId: 'cora', createdAt, replies })

const isNew = (one: Note, myId: string, seenAt: number | null) => freshThreads([one], myId, seenAt).length === 1

describe('a note is new', () => {
  test('when somebody else has written it, or answered in it, since one last looked', () => {
    expect(isNew(note('a', 10), 'ed', 9)).toBe(true)
    expect(isNew(note('a', 10), 'ed', 10)).toBe(false)
    expect(isNew(note('a', 10, [said('olga', 20)]), 'ed', 15)).toBe(true)
  })
  test('never by one’s own words', () => {
    expect(isNew(note('a', 10), 'cora', null)).toBe(false)
    expect(isNew(note('a', 10, [said('ed', 20)]), 'ed', 15)).toBe(false)
  })
  test('to whoever has never looked', () => expect(isNew(note('a', 10), 'ed', null)).toBe(true))
})

describe('the mark', () => {
  const notes = [note('a', 10), note('b', 20), note('c', 30)]
  const upTo = (ids: readonly string[], seenAt: number | null = null, list = notes) =>
    seenUpTo(
      freshThreads(list, 'ed', seenAt),
      new Set(list.filter(({ id }) => ids.includes(id)).map((one) => threadKey(one, 'ed'))),
    )

  test('goes as far as everything was shown', () => {
    expect(upTo(['a', 'b'])).toBe(20)
    expect(upTo(['a', 'b', 'c'])).toBe(30)
  })
  test('waits before what was not', () => {
    expect(upTo(['b', 'c'])).toBeUndefined()
    expect(upTo(['a', 'c'])).toBe(10)
  })
  test('stays where nothing new was shown', () => expect(upTo(['a', 'b', 'c'], 30)).toBeUndefined())
  test('does not pass an answer that came after its note was shown', () => {
    const shown = new Set(notes.map((one) => threadKey(one, 'ed')))
    const answered = [note('a', 10, [said('olga', 25)]), ...notes.slice(1)]
    expect(seenUpTo(freshThreads(answered, 'ed', null), shown)).toBeUndefined()
    expect(seenUpTo(freshThreads(answered, 'ed', 10), shown)).toBe(20)
  })
})
