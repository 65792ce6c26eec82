import { expect, test } from 'vitest'
import { archiveNames } from './archive-names.ts'

test('a name that two tracks share is told apart, also where letters’ case does not count', () => {
  const twin = { title: 'Kiln', place: null, number: 1, fileName: 'a.wav' }
  expect(archiveNames([twin, { ...twin, title: 'KILN' }, { ...twin, fileName: 'a.aiff' }])).toEqual([
    'Kiln – v1.wav',
    'KILN – v1 (2).wav',
    'Kiln – v1.aiff',
  ])
})

test('a title cannot leave its folder or hide its kind', () => {
  expect(archiveNames([{ title: '../../etc/passwd\u202egpj', place: 1, number: 2, fileName: '../x.wav/y' }])).toEqual([
    '01 _.._etc_passwd_gpj/_.._etc_passwd_gpj – v2',
  ])
})

test('an album of a hundred tracks keeps its order in any list', () => {
  expect(
    archiveNames([
      { title: 'A', place: 7, number: 1, fileName: 'a.wav' },
      { title: 'B', place: 100, number: 1, fileName: 'b.wav' },
    ]),
  ).toEqual(['007 A/A – v1.wav', '100 B/B – v1.wav'])
})

test('versions of a track whose title is nothing but long letters are told apart, and fit any file system', () => {
  for (const letter of ['🔥', '窯', 'a', '\u0301']) {
    const long = { title: letter.repeat(200), place: 12, fileName: 'mix.aiff' }
    const names = archiveNames([3, 2, 1, 1].map((number) => ({ ...long, number })))
    expect(new Set(names).size).toBe(4)
    for (const part of names.flatMap((name) => name.split('/')))
      expect(Buffer.byteLength(part)).toBeLessThanOrEqual(255)
    expect(names[3]).toMatch(/ – v1 \(2\)\.aiff$/)
  }
})
