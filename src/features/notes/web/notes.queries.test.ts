import { dehydrate, hydrate, QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { notesQuery } from './notes.client.ts'

const { queryKey, queryFn, staleTime } = notesQuery('p1', 't1', 'v1')
const note = (number: number) => ({ id: `n${number}`, createdAt: number })

afterEach(() => void vi.unstubAllGlobals())

test('a long list is shown from its first page on, and a visit that ends before the last begins it anew', async () => {
  const { promise: last, resolve: sendLast } = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('cursor') ? last : Response.json({ items: [note(1)], nextCursor: 'c' }),
  )
  const client = new QueryClient()
  const reading = client.fetchQuery({ queryKey, queryFn, staleTime })
  await expect.poll(() => client.getQueryData(queryKey)).toEqual([note(1)])

  // Stored by one page and restored by the next.
  const next = new QueryClient()
  hydrate(next, JSON.parse(JSON.stringify(dehydrate(client))))
  expect(next.getQueryData(queryKey)).toEqual([note(1)])
  expect(next.getQueryCache().find({ queryKey })?.isStaleByTime(60_000)).toBe(true)

  sendLast(Response.json({ items: [note(2)], nextCursor: null }))
  expect(await reading).toEqual([note(1), note(2)])
  expect(client.getQueryCache().find({ queryKey })?.isStaleByTime(60_000)).toBe(false)
})
