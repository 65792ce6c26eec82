import { expect, test } from 'vitest'
import { inviteIn, loginSearch, safeRedirect } from './login/login-search.ts'
import { homeSearch, mainSearch } from './project/home-search.ts'
import { parseSearchText, searchTextOf } from './search-values.ts'

test('an id of digits stays text, there and back', () => {
  const search = parseSearchText('?projectId=12345678901234567890&trackId=1e5&t=72.48')
  expect(search).toEqual({ projectId: '12345678901234567890', trackId: '1e5', t: '72.48' })
  expect(searchTextOf(search)).toBe('?projectId=12345678901234567890&trackId=1e5&t=72.48')
})

test('an address without parameters has no question mark', () => {
  expect(searchTextOf({ projectId: undefined })).toBe('')
})

test('a link to a note opens the track at its second', () => {
  expect(
    homeSearch({ projectId: 'low-tide', trackId: 'kite', versionId: 'v6', t: '72.48', note: 'n1', tab: 'tasks' }),
  ).toEqual({ projectId: 'low-tide', trackId: 'kite', versionId: 'v6', t: 72.48, note: 'n1', tab: 'tasks' })
})

test('a version may be named as the API names it', () => {
  expect([
    homeSearch({ version: 'v6' }),
    homeSearch({ version: 'v5', versionId: 'v6' }),
    homeSearch({ waiting: 'me' }),
  ]).toEqual([{ versionId: 'v6' }, { versionId: 'v6' }, { waiting: 'me' }])
})

test('unknown and unreadable values are dropped and the rest still opens', () => {
  expect(homeSearch({ projectId: 'low-tide', trackId: '', t: '-3', tab: 'karaoke', sort: 'luck', utm: 'x' })).toEqual({
    projectId: 'low-tide',
  })
  for (const t of ['', ' ', 'soon', 'NaN', 'Infinity', {}, null]) expect(homeSearch({ t })).toEqual({})
})

test('an invitation is text or nothing', () => {
  expect([mainSearch({ invId: 'abc' }), mainSearch({ invId: '' }), mainSearch({})]).toEqual([{ invId: 'abc' }, {}, {}])
})

test('after signing in one goes where one wanted, home when nowhere', () => {
  expect([
    loginSearch({}).redirect,
    loginSearch({ redirect: '' }).redirect,
    loginSearch({ redirect: '/?projectId=low-tide#kite' }).redirect,
  ]).toEqual(['/', '/', '/?projectId=low-tide#kite'])
})

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/a//b',
  '/%2f/evil',
  '/%5cevil',
  '/ok\u0009//x',
  'evil',
  '/login?redirect=/login',
  '/?x=\\',
])('%s leads home and nowhere else', (wanted) => {
  expect(safeRedirect(wanted)).toBe('/')
})

test('slashes and addresses within the parameters are harmless', () => {
  expect(safeRedirect('/?find=AC//DC&from=https%3A%2F%2Fexample.org')).toBe(
    '/?find=AC//DC&from=https%3A%2F%2Fexample.org',
  )
})

test('the invite is found in the address that waits behind the sign-in', () => {
  expect([inviteIn('/?invId=abc&x=1#top'), inviteIn('/?projectId=p'), inviteIn('/')]).toEqual([
    'abc',
    undefined,
    undefined,
  ])
})
