import { expect, test } from 'vitest'
import { isWrittenTo, Writings } from './reply-drafts.ts'

const note = { id: 'note', replies: [{ id: 'reply' }] }
const here = { projectId: 'low-tide', trackId: 'glasshouse' }

test('what is written stays by the note until it is sent or left, and a second press goes on with it', () => {
  const writings = new Writings(here, 'ines')
  writings.begin('reply', 'note')
  writings.change('reply', 'note', () => ({ body: 'Half a thought', isCalled: false }))
  writings.begin('reply', 'note')
  expect(writings.get('reply', 'note')).toMatchObject({ body: 'Half a thought', isCalled: true })
  writings.end('reply', 'note')
  expect(writings.get('reply', 'note')).toBeUndefined()
})

test('a change begins with the words as they were, beside a reply to the same note', () => {
  const writings = new Writings(here, 'ines')
  writings.begin('edit', 'note', 'Snare rings')
  writings.begin('reply', 'note')
  expect(writings.get('edit', 'note')).toMatchObject({ begin: 'Snare rings', body: 'Snare rings' })
  expect(writings.get('reply', 'note')?.body).toBe('')
})

test('a note is written to while it or one of its replies is; letters alone do not say so anew', () => {
  const writings = new Writings(here, 'ines')
  expect(isWrittenTo(writings.ids(), note)).toBe(false)
  writings.begin('edit', 'reply', 'At 400 Hz')
  const ids = writings.ids()
  expect(isWrittenTo(ids, note)).toBe(true)
  writings.change('edit', 'reply', () => ({ body: 'At 420 Hz' }))
  expect(writings.ids()).toBe(ids)
  writings.end('edit', 'reply')
  expect(isWrittenTo(writings.ids(), note)).toBe(false)
})

test('what was written is there at the next visit, of the same person, until it is sent or cancelled', () => {
  const before = new Writings(here, 'ines')
  before.begin('edit', 'reply', 'At 400 Hz')
  before.change('edit', 'reply', () => ({ body: 'At 420 Hz' }))
  before.begin('reply', 'note')
  const after = new Writings(here, 'ines')
  expect(after.get('edit', 'reply')).toMatchObject({ begin: 'At 400 Hz', body: 'At 420 Hz', isCalled: false })
  expect(after.get('reply', 'note')).toBeUndefined()
  expect(isWrittenTo(after.ids(), note)).toBe(true)
  expect(after.isAnswering()).toBe(false)
  expect(new Writings(here, 'jo').ids().size).toBe(0)
  after.begin('edit', 'reply')
  expect(after.isAnswering()).toBe(true)
  after.end('edit', 'reply')
  expect(new Writings(here, 'ines').ids().size).toBe(0)
})
