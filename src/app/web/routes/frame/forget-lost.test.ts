import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { forgetLost } from './forget-lost.ts'

let queries: QueryClient
/** As stored by the last visit: two projects with data, and an organization. */
beforeEach(() => {
  queries = new QueryClient()
  queries.setQueryData(['projects', 'active'], [{ id: 'kiln' }, { id: 'salt' }])
  queries.setQueryData(['organizations'], [{ id: 'label' }])
  for (const id of ['kiln', 'salt']) {
    queries.setQueryData(['project', id, 'details'], { name: id })
    queries.setQueryData(['project', id, 'notes', 'track'], ['Louder'])
    queries.setQueryData(['project-people', id], ['Olga'])
  }
  queries.setQueryData(['organization', 'label', 'members'], ['Olga'])
  forgetLost(queries)
})
const kept = () =>
  queries
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey.join('/'))
    .toSorted()
const ofSalt = ['project-people/salt', 'project/salt/details', 'project/salt/notes/track']

test('what was read of a project that one is no longer in is forgotten, and of no other', () => {
  queries.setQueryData(['projects', 'active'], [{ id: 'salt' }])
  expect(kept()).toEqual(['organization/label/members', 'organizations', ...ofSalt, 'projects/active'])
})

test('and of an organization', () => {
  queries.setQueryData(['organizations'], [])
  expect(kept()).not.toContain('organization/label/members')
  expect(kept()).toContain('project/kiln/details')
})

test('a project that was archived stays', () => {
  queries.setQueryData(['projects', 'archived'], [{ id: 'kiln' }])
  queries.setQueryData(['projects', 'active'], [{ id: 'salt' }])
  expect(kept()).toContain('project/kiln/details')
  queries.setQueryData(['projects', 'archived'], [])
  expect(kept()).not.toContain('project/kiln/details')
})

test('what is on the screen stays until the page leaves it', () => {
  const shown = new QueryObserver(queries, {
    queryKey: ['project', 'kiln', 'details'],
    queryFn: () => ({}),
    staleTime: Infinity,
  })
  const close = shown.subscribe(() => undefined)
  queries.setQueryData(['projects', 'active'], [])
  expect(kept().filter((key) => key.startsWith('project/'))).toEqual(['project/kiln/details'])
  close()
  expect(kept().filter((key) => key.startsWith('project/'))).toEqual([])
})

test('what comes back is kept again', () => {
  queries.setQueryData(['projects', 'active'], [{ id: 'salt' }])
  queries.setQueryData(['projects', 'active'], [{ id: 'salt' }, { id: 'kiln' }])
  const close = new QueryObserver(queries, { queryKey: ['project', 'kiln', 'details'], queryFn: () => ({}) }).subscribe(
    () => undefined,
  )
  queries.setQueryData(['project', 'kiln', 'details'], { name: 'kiln' })
  close()
  expect(kept()).toContain('project/kiln/details')
})

test('a list that could not be read says nothing', async () => {
  const away = () => Promise.reject(new Error('away'))
  await queries.fetchQuery({ queryKey: ['projects', 'active'], queryFn: away, retry: false }).catch(() => undefined)
  expect(kept()).toContain('project/kiln/details')
})
