import { expect, test } from 'vitest'
import { contracts, tokenTable } from '#app/server/feature-parts.ts'
import { tokenScopes } from '#shared/token-scopes.ts'

const routes = contracts.flatMap((contract) => Object.entries(contract).map(([key, { access }]) => ({ key, access })))
const changing = routes.filter(({ key }) => !/^(GET|HEAD|OPTIONS) /.test(key))
const opened = (scope: (typeof tokenScopes)[number]) =>
  changing.filter(({ key, access }) => tokenTable.opens([scope], false, key, access)).map(({ key }) => key)

test('a token that reads changes nothing: it only has made what it then reads', () => {
  expect(opened('read')).toEqual([
    'POST /api/projects/:projectId/tracks/:trackId/versions/:versionId/spectrogram',
    'POST /api/projects/:projectId/tracks/:trackId/versions/:versionId/renditions',
    'POST /api/projects/:projectId/comparisons',
  ])
})

test('a token that uploads does nothing else', () => {
  expect(opened('upload').every((key) => key.includes('/uploads'))).toBe(true)
  expect(
    routes
      .filter(({ key, access }) => key.startsWith('GET') && tokenTable.opens(['upload'], false, key, access))
      .map(({ key }) => key)
      .toSorted(),
  ).toEqual([
    'GET /api/projects',
    'GET /api/projects/:projectId',
    'GET /api/projects/:projectId/uploads',
    'GET /api/projects/:projectId/uploads/room',
    'GET /api/projects/:projectId/uploads/target',
    'GET /api/server',
    'GET /api/users/me',
  ])
})

test.each([
  '/api/users/me/tokens',
  '/api/users/me/settings',
  '/api/users/me/farewell',
  '/api/inbox/settings',
  '/api/admin',
  '/members',
  '/invite',
])('no token with every scope changes anything at %s', (path) => {
  expect(
    changing.filter(({ key, access }) => key.includes(path) && tokenTable.opens(tokenScopes, false, key, access)),
  ).toEqual([])
})

test('tokens are not listed by tokens, nor invites by whose ids one comes in', () => {
  for (const key of ['GET /api/users/me/tokens', 'GET /api/projects/:projectId/invites'])
    expect(tokenTable.scopesFor(key, routes.find((route) => route.key === key)?.access ?? '')).toEqual([])
})

test('limited to projects it opens what is of a project, and its person’s name', () => {
  expect(
    routes
      .filter(({ key, access }) => !key.includes('/:projectId') && tokenTable.opens(tokenScopes, true, key, access))
      .map(({ key }) => key),
  ).toEqual(['GET /api/server', 'GET /api/users/me', 'GET /api/projects'])
})
