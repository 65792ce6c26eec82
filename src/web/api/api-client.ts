import type { AnswerOf, BodyInputOf, Contract, ParamsOf, QueryInputOf, RouteSpec } from '#shared/contract.ts'
import { apiUrl } from './api-url.ts'
import { isInDoubt, mayPass } from './failed-request.ts'
import { idempotencyKeys } from './idempotency-keys.ts'
import { sendRequest } from './send-request.ts'

type Specified<C extends Contract, K extends keyof C> = C[K] extends RouteSpec ? C[K] : never
export type JsonKeys<C extends Contract> = {
  [K in keyof C & string]: Specified<C, K>['answer'] extends 'raw' ? never : K
}[keyof C & string]

type Needs<K extends string, R extends RouteSpec> = (keyof ParamsOf<K> extends never
  ? { readonly params?: undefined }
  : { readonly params: ParamsOf<K> }) &
  (undefined extends BodyInputOf<R> ? { readonly body?: undefined } : { readonly body: BodyInputOf<R> }) & {
    readonly query?: QueryInputOf<R>
    readonly signal?: AbortSignal
  }

/** The parameters, query and body that a route needs. */
export type RequestOf<C extends Contract, K extends keyof C & string> = Needs<K, Specified<C, K>>

type Request<K extends string, R extends RouteSpec> =
  Record<never, never> extends Needs<K, R> ? [request?: Needs<K, R>] : [request: Needs<K, R>]

/** Calls a route: `api('GET /api/projects/:projectId', { params: { projectId } })`. The contract gives the types. */
export type Api<C extends Contract> = <K extends JsonKeys<C>>(
  route: K,
  ...request: Request<K, Specified<C, K>>
) => Promise<AnswerOf<Specified<C, K>>>

interface AnyRequest {
  readonly params?: Readonly<Record<string, string>> | undefined
  readonly query?: object
  readonly body?: unknown
  readonly signal?: AbortSignal
}

const keys = idempotencyKeys()
/** Total number of attempts for a POST that gets no answer. The idempotency key prevents it from being done twice. */
const postAttempts = 3
const retryDelayMs = 1000

/**
 * One function for all API calls. The contract is passed as a type only, so no contract code, and no zod, reaches the
 * browser. Throws `FailedRequest`.
 */
export function client<C extends Contract>(): Api<C> {
  const call = (route: string, request: AnyRequest = {}): Promise<unknown> => {
    const gap = route.indexOf(' ')
    const method = route.slice(0, gap)
    const url = apiUrl(route.slice(gap + 1), request.params, request.query)
    return method === 'POST'
      ? postOnce(url, request)
      : sendRequest({ method, url, body: request.body, signal: request.signal })
  }
  // The cast is safe: the server checks its answers against the same contract.
  return call as Api<C>
}

async function postOnce(url: string, { body, signal }: AnyRequest): Promise<unknown> {
  const asked = `${url}\n${JSON.stringify(body ?? null)}`
  const key = keys.keyFor(asked)
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await sendRequest({ method: 'POST', url, body, signal, headers: { 'idempotency-key': key } })
      keys.settled(asked)
      return answer
    } catch (error) {
      // A refusal does not settle a request in doubt: it may come from a check that runs before the server looks at
      // idempotency keys, for example when the session has ended.
      if (isInDoubt(error)) keys.inDoubt(asked, key)
      if (!mayPass(error) || attempt === postAttempts) throw error
      await delay(retryDelayMs * attempt, signal)
    }
  }
}

function delay(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, delayMs)
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(new DOMException('Aborted', 'AbortError'))
      },
      { once: true },
    )
  })
}
