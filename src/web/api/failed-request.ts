/** What went wrong with a request, whether the server said so or nothing came back at all. */
export class FailedRequest extends Error {
  /** 0 when no answer arrived. */
  readonly status: number
  readonly statusText: string
  /** Stable, for deciding what to do; empty where the server named none. */
  readonly code: string
  /** Every field of the JSON body, where there was one. */
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
   * Whether Roughmix said so. Its refusals name a code; a proxy that finds no server behind it, or holds requests back,
   * answers with a page or words of its own, and Traefik with 404.
   */
  get isAnswer(): boolean {
    return this.status !== 0 && (this.code !== '' || !mayBeProxys(this.status))
  }

  /** Sentences about single inputs, by path, as `{ name: 'Required' }`. */
  get inputErrors(): Readonly<Record<string, string>> {
    const given = this.fields['fields']
    if (typeof given !== 'object' || given === null) return {}
    return Object.fromEntries(
      Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  }
}

/** No network, no server, or an answer cut off: what a server would have answered, made up here. */
export function networkFailure(): FailedRequest {
  return new FailedRequest({ status: 0, statusText: 'Network error' })
}

/**
 * Statuses with which a proxy speaks of itself, or of a server that is away: without a code of ours none of them is our
 * word.
 */
export function mayBeProxys(status: number): boolean {
  return status >= 500 || [404, 408, 425, 429].includes(status)
}

/** The same where a file was asked for: our refusals are JSON, a proxy’s are words or a page. */
export function isProxys({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean {
  return mayBeProxys(status) && (headers.get('content-type') ?? '').startsWith('text/')
}

/** No line, or nobody of Roughmix behind it. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof FailedRequest && !error.isAnswer
}

/** Nobody answered, or somebody who cannot say how things are now: what is known from before stands. */
export function tellsNothing(error: unknown): boolean {
  return isInDoubt(error) || (error instanceof FailedRequest && error.status === 429)
}

/** Worth another try without anybody changing anything: no answer, or a server that is busy or just starting. */
export function mayPass(error: unknown): boolean {
  return isUnanswered(error) || hasStatus(error, 429, 502, 503, 504)
}

/**
 * It may have been done all the same: no answer came, or one from whatever stands before the server, or from a server
 * in trouble.
 */
export function isInDoubt(error: unknown): boolean {
  return error instanceof FailedRequest && (!error.isAnswer || error.status === 408 || error.status >= 500)
}

/** Whether Roughmix answered with one of these; a proxy’s 404 is no word about what there is. */
export function hasStatus(error: unknown, ...statuses: readonly number[]): boolean {
  return error instanceof FailedRequest && error.isAnswer && statuses.includes(error.status)
}
