/** A failed request: either the server refused it or no answer arrived. */
export class FailedRequest extends Error {
  /** HTTP status; 0 if no answer arrived. */
  readonly status: number
  readonly statusText: string
  /** Stable error code for decisions in code; empty if the server named none. */
  readonly code: string
  /** Every field of the JSON body, if there was one. */
  readonly fields: Readonly<Record<string, unknown>>

  constructor(
    response: { readonly status: number; readonly statusText: string },
    body: Readonly<Record<string, unknown>> = {},
  ) {
    super(typeof body['message'] === 'string' ? body['message'] : response.statusText || `Error ${response.status}`)
    this.name = 'FailedRequest'
    this.status = response.status
    this.statusText = response.statusText
    this.code = typeof body['code'] === 'string' ? body['code'] : ''
    this.fields = body
  }

  /**
   * Whether the answer came from Roughmix. Its refusals contain a code. A proxy that cannot reach the server, or
   * throttles requests, answers with its own page or text; Traefik answers 404.
   */
  get isAnswer(): boolean {
    return this.status !== 0 && (this.code !== '' || !mayBeProxys(this.status))
  }

  /** Messages about single inputs, by path: `{ name: 'Required' }`. */
  get inputErrors(): Readonly<Record<string, string>> {
    const given = this.fields['fields']
    if (typeof given !== 'object' || given === null) return {}
    return Object.fromEntries(
      Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  }
}

/** Stands in for the server's answer when there is no network, no server, or the answer was cut off. */
export function networkFailure(): FailedRequest {
  return new FailedRequest({ status: 0, statusText: 'Network error' })
}

/**
 * Statuses that a proxy sends on its own behalf or when the server is unreachable. Without one of our error codes, the
 * answer may not be ours.
 */
export function mayBeProxys(status: number): boolean {
  return status >= 500 || [404, 408, 425, 429].includes(status)
}

/** The same for a file request: our refusals are JSON, a proxy's are text or HTML. */
export function isProxys({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean {
  return mayBeProxys(status) && (headers.get('content-type') ?? '').startsWith('text/')
}

/** Whether no answer arrived, or none that Roughmix sent. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof FailedRequest && !error.isAnswer
}

/**
 * Whether the error says nothing about the current state, because no server answered or one that is in trouble did.
 * Data read earlier stays valid.
 */
export function tellsNothing(error: unknown): boolean {
  return isInDoubt(error) || (error instanceof FailedRequest && error.status === 429)
}

/** Whether a retry may succeed without anybody changing anything: no answer, or a server that is busy or starting. */
export function mayPass(error: unknown): boolean {
  return isUnanswered(error) || hasStatus(error, 429, 502, 503, 504)
}

/**
 * Whether the request may have been done despite the error: no answer came, or the answer came from a proxy or from a
 * server in trouble.
 */
export function isInDoubt(error: unknown): boolean {
  return error instanceof FailedRequest && (!error.isAnswer || error.status === 408 || error.status >= 500)
}

/** Whether Roughmix answered with one of these statuses. A proxy's 404 does not count. */
export function hasStatus(error: unknown, ...statuses: readonly number[]): boolean {
  return error instanceof FailedRequest && error.isAnswer && statuses.includes(error.status)
}
