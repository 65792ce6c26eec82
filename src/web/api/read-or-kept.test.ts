import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { FailedRequest, networkFailure } from './failed-request.ts'
import { readOrKept } from './read-or-kept.ts'

const answered = (kept: string | undefined, answer: () => Promise<string>): Promise<string | undefined> => {
  const queries = new QueryClient()
  if (kept !== undefined) queries.setQueryData(['session'], kept, { updatedAt: 1 })
  return readOrKept(queries, { queryKey: ['session'], queryFn: answer, staleTime: 1000, retry: false })
}

test('the server’s word is taken where it can be reached', async () => {
  expect(await answered('Ines, yesterday', async () => 'Ines')).toBe('Ines')
})

test('without a line, what it said before counts', async () => {
  expect(await answered('Ines, yesterday', () => Promise.reject(networkFailure()))).toBe('Ines, yesterday')
})

test.each([
  ['a proxy', new FailedRequest({ status: 502, statusText: 'Bad Gateway' })],
  ['Cloudflare', new FailedRequest({ status: 521, statusText: '' })],
  ['a server in trouble', new FailedRequest({ status: 500, statusText: '' }, { code: 'internal' })],
  ['a server that is full', new FailedRequest({ status: 503, statusText: '' }, { code: 'busy' })],
])(
  'what %s answers says nothing of who is there: what was known stands, and nothing is waited for',
  async (_, failure) => {
    let asked = 0
    const queries = new QueryClient({ defaultOptions: { queries: { retry: 3 } } })
    queries.setQueryData(['session'], 'Ines, yesterday', { updatedAt: 1 })
    const queryFn = () => {
      asked += 1
      return Promise.reject(failure)
    }
    expect(await readOrKept(queries, { queryKey: ['session'], queryFn, staleTime: 1000 })).toBe('Ines, yesterday')
    expect(asked).toBe(1)
  },
)

test('a refusal is none the less one, and nothing known stays nothing', async () => {
  await expect(
    answered('Ines, yesterday', () => Promise.reject(new FailedRequest({ status: 401, statusText: 'Unauthorized' }))),
  ).rejects.toThrow('Unauthorized')
  await expect(answered(undefined, () => Promise.reject(networkFailure()))).rejects.toThrow('Network error')
})
