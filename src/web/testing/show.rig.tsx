import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { UiRoot } from '#web/ui/frame/UiRoot.tsx'

/**
 * What a server would answer, by method and path, with its query or for any: `'GET /api/projects/p/people'`. A refusal
 * is a `Response`.
 */
export type ServerAnswers = Readonly<Record<string, unknown>>

interface SentRequest {
  readonly route: string
  readonly body: unknown
}

/**
 * A component as on a page, with somebody at the keyboard and the mouse. What it asks the server is answered from the
 * table, what is not in there with 404; `sent` has what it asked, in order.
 */
export function show(component: ReactNode, answers: ServerAnswers = {}) {
  const sent: SentRequest[] = []
  vi.stubGlobal('fetch', async (url: string | URL | Request, { method = 'GET', body }: RequestInit = {}) => {
    const address = url instanceof Request ? url.url : String(url)
    const route = `${method} ${address}`
    sent.push({ route, body: typeof body === 'string' ? JSON.parse(body) : undefined })
    const known = [route, route.split('?', 1)[0] ?? ''].find((one) => Object.hasOwn(answers, one))
    const answer = known === undefined ? undefined : answers[known]
    if (answer instanceof Response) return answer.clone()
    return known !== undefined
      ? Response.json(answer)
      : Response.json({ code: 'not_found', message: 'Not found' }, { status: 404 })
  })
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const around = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={queries}>
      <UiRoot>{children}</UiRoot>
    </QueryClientProvider>
  )
  return { ...render(component, { wrapper: around }), person: userEvent.setup(), queries, sent }
}
