import { expect, test } from 'vitest'
import { mentionedIn, splitAtMentions } from './note-mentions.ts'

const people = [
  { userId: 'jo', name: 'Jo' },
  { userId: 'joo', name: 'Jo Okafor' },
  { userId: 'ed', name: 'Ed (mix)' },
]
const named = (body: string) => mentionedIn(body, people).map(({ userId }) => userId)

test('somebody is named by an @ and the whole name, whatever its letters’ case', () => {
  expect(named('Vocal under the guitars, @jo okafor, and @Ed (mix)!')).toEqual(['joo', 'ed'])
})

test('the longer name wins over the one it begins with', () => {
  expect(named('@Jo Okafor')).toEqual(['joo'])
  expect(named('@Jo, once more, @Jo')).toEqual(['jo'])
})

test('of several who share a name all are meant', () => {
  const namesakes = [...people, { userId: 'other jo', name: 'JO' }]
  expect(mentionedIn('@Jo, @jo okafor', namesakes).map(({ userId }) => userId)).toEqual(['jo', 'other jo', 'joo'])
})

test('a name is found as its owner writes it, also where its small letters are more', () => {
  expect(mentionedIn('Sor @İpek', [{ userId: 'ipek', name: 'İpek' }])).toHaveLength(1)
})

test('an address or a longer word names nobody', () => {
  expect(named('mail ed@jo.example, @Joanna')).toEqual([])
})

test('the pieces make the whole text again', () => {
  const parts = splitAtMentions('@Jo: louder', people)
  expect(parts.map(({ text }) => text)).toEqual(['@Jo', ': louder'])
  expect(splitAtMentions('nobody', [])).toEqual([{ text: 'nobody', mentions: [] }])
})
