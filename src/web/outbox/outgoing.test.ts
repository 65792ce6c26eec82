import { describe, expect, test } from 'vitest'
import {
  afterChosen,
  afterDiscard,
  afterRefused,
  afterRetry,
  afterSent,
  conflictsIn,
  nextOutgoing,
  type Outgoing,
} from './outgoing.ts'

const change = (key: string, more: Partial<Outgoing> = {}): Outgoing => ({
  key,
  projectId: 'tide',
  route: 'PATCH /api/projects/:projectId/notes/:noteId',
  params: { projectId: 'tide' },
  words: key,
  at: 0,
  ...more,
})
const note = change('note', { makes: 'new-1', body: { body: 'Snare rings' } })
const reply = change('reply', { makes: 'new-2', params: { projectId: 'tide', noteId: 'new-1' } })
const edit = change('edit', { params: { projectId: 'tide', noteId: 'new-2' } })
const task = change('task', { body: { noteId: 'new-1' } })
const other = change('other')
const refused = { status: 403, code: 'forbidden', message: 'No.' }
const keys = (list: readonly Outgoing[]) => list.map(({ key }) => key)

describe('what is sent next', () => {
  test('is the oldest of its project', () => {
    expect(nextOutgoing([change('elsewhere', { projectId: 'kiln' }), note, reply], 'tide')).toBe(note)
    expect(nextOutgoing([], 'tide')).toBeUndefined()
  })

  test('never is about something that is not there yet', () => {
    const list = afterRefused([note, reply, edit, task, other], 'note', refused)
    expect(nextOutgoing(list, 'tide')?.key).toBe('other')
    expect(nextOutgoing(afterSent(list, 'other', undefined), 'tide')).toBeUndefined()
  })
})

test('what was made is called by its real name in all that follows', () => {
  const list = afterSent([note, reply, edit, task], 'note', 'n9')
  expect(list.map(({ params, body }) => params['noteId'] ?? body?.['noteId'])).toEqual(['n9', 'new-2', 'n9'])
  expect(nextOutgoing(list, 'tide')?.key).toBe('reply')
  expect(afterSent(list, 'reply', 'r4')[0]?.params['noteId']).toBe('r4')
})

test('to give up a note is to give up what was about it, and nothing else', () => {
  expect(keys(afterDiscard([note, reply, edit, task, other], 'note'))).toEqual(['other'])
  expect(keys(afterDiscard([note, reply, edit, other], 'reply'))).toEqual(['note', 'other'])
  expect(keys(afterDiscard([other], 'unknown'))).toEqual(['other'])
})

describe('a note with a file that is still to be sent', () => {
  const file = change('file', { makes: 'new-7', words: '' })
  const withFile = change('spoken', { words: 'Hiss', body: { body: 'Hiss', attachmentIds: ['new-7', 'a1'] } })
  const onlyFile = change('only', { words: '', body: { body: '', attachmentIds: ['new-7'] } })

  test('waits for it, and names it as the server does', () => {
    expect(nextOutgoing([withFile, file], 'tide')).toBe(file)
    const [sent] = afterSent([withFile, file], 'file', 'a7')
    expect(sent?.body?.['attachmentIds']).toEqual(['a7', 'a1'])
  })

  test('keeps its words where the file is given up, and goes with it if it has none', () => {
    const left = afterDiscard([file, withFile, onlyFile, other], 'file')
    expect(keys(left)).toEqual(['spoken', 'other'])
    expect(left[0]?.body).toEqual({ body: 'Hiss', attachmentIds: ['a1'] })
  })
})

describe('trying again', () => {
  test('is the same request, in its old place: an attempt whose answer was lost before may have been done', () => {
    const list = afterRetry(afterRefused([note, other], 'note', refused), 'note')
    expect(keys(list)).toEqual(['note', 'other'])
    expect(nextOutgoing(list, 'tide')).toEqual(note)
  })
})

describe('of two texts', () => {
  const conflict = { status: 409, code: 'changed', message: '', current: { body: 'Tom' } }
  const mine = change('mine', { body: { body: 'Kick', basedOn: 'Snare' } })
  const [both] = afterRefused([mine], 'mine', conflict)
  const title = change('title', { body: { title: 'Kick', description: 'Low', basedOn: { title: 'Snare' } } })
  const twice = afterRefused([title], 'title', { ...conflict, current: { title: 'Tom', description: 'Loud' } })

  test('both are there to choose from, unless they are the same', () => {
    expect(both && conflictsIn(both)).toEqual([{ field: 'body', theirs: 'Tom', mine: 'Kick' }])
    expect(twice.flatMap(conflictsIn).map(({ field }) => field)).toEqual(['title', 'description'])
    expect(afterRefused([mine], 'mine', { ...conflict, current: { body: 'Kick' } }).flatMap(conflictsIn)).toEqual([])
  })

  test('one’s own, or both joined, is sent again and says that the other was seen', () => {
    expect(afterChosen(both ? [both] : [], 'mine', { field: 'body', words: 'Tom and kick' }, 'again')).toEqual([
      { ...mine, key: 'again', words: 'Tom and kick', body: { body: 'Tom and kick', basedOn: 'Tom' } },
    ])
  })

  test('theirs leaves nothing to send', () => {
    expect(afterChosen(both ? [both, other] : [], 'mine', { field: 'body', words: null }, 'again')).toEqual([other])
  })

  test('a change with two of them waits until both are decided', () => {
    const one = afterChosen(twice, 'title', { field: 'title', words: null }, 'again')
    expect(one.flatMap(conflictsIn).map(({ field }) => field)).toEqual(['description'])
    expect(nextOutgoing(one, 'tide')).toBeUndefined()
    const all = afterChosen(one, 'title', { field: 'description', words: 'Low and loud' }, 'again')
    expect(all).toMatchObject([
      { key: 'again', body: { description: 'Low and loud', basedOn: { title: 'Tom', description: 'Loud' } } },
    ])
    expect(nextOutgoing(all, 'tide')).toBeDefined()
  })
})
