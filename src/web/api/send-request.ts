import { noteDisk } from './disk-full-store.ts'
import { FailedRequest, networkFailure } from './failed-request.ts'
import { hasVisitEnded } from './visit-mark.ts'

export interface JsonRequest {
  readonly method: string
  /** Path and query on the app's own origin. */
  readonly url: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
}

/** Sends JSON with credentials and returns the parsed JSON. Throws `FailedRequest`, or an AbortError when aborted. */
export async function sendRequest({ method, url, body, headers = {}, signal }: JsonRequest): Promise<unknown> {
  // The cookie now holds another person's session, or none. Do not send a request in that person's name.
  if (hasVisitEnded()) throw networkFailure()
  const response = await reach(url, {
    method,
    credentials: 'include',
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  const answer = await readJson(response, signal)
  if (hasVisitEnded()) throw networkFailure()
  if (!response.ok) throw new FailedRequest(response, isRecord(answer) ? answer : {})
  return answer
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, init)
    noteDisk(response)
    return response
  } catch (error) {
    throw init.signal?.aborted ? error : networkFailure()
  }
}

/**
 * Undefined if a failed response has no JSON, for example a proxy's page. A successful response that cannot be parsed
 * is a failure.
 */
async function readJson(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  try {
    const text = await response.text()
    return text === '' ? undefined : JSON.parse(text)
  } catch (error) {
    if (signal?.aborted) throw error
    if (response.ok) throw networkFailure()
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
