/** What went wrong with a request, whether the server said so or nothing came back at all. */
export class FailedRequest extends Error {
  /** 0 when no answer arrived. */
  readonly status: number
  readonly statusText: string
  /** Stable, for deciding what to do; empty where the server named none. */
  readonly code: string
  /** Every field of the JSON body, where there was one. */
  readonly fields: Readonly<Record<string, unknown>>

  constructor(response: { readonly status: number, readonly statusText: string }, body: Readonly<Record<string, unknown>> = {}) {
    super(typeof body['message'] === 'string' ? body['message'] : response.statusText || `Error ${response.status}`)
    this.name = 'FailedRequest'
    this.status = response.status
    this.statusText = response.statusText
    this.code = typeof body['code'] === 'string' ? body['code'] : ''
    this.fields = body
  }

  /** Sentences about single inputs, by path, as `{ name: 'Required' }`. */
  get inputErrors(): Readonly<Record<string, string>> {
    const given = this.fields['fields']
    if (typeof given !== 'object' || given === null) return {}
    return Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  }
}

/** No network, no server, or an answer cut off: what a server would have answered, made up here. */
export function networkFailure(): FailedRequest {
  return new FailedRequest({ status: 0, statusText: 'Network error' })
}

/** Worth another try without anybody changing anything: no answer, or a server that is busy or just starting. */
export function mayPass(error: unknown): boolean {
  return error instanceof FailedRequest && [0, 429, 502, 503, 504].includes(error.status)
}

/** It may have been done all the same: no answer came, or one from whatever stands before the server, or from a server in trouble. */
export function isInDoubt(error: unknown): boolean {
  return error instanceof FailedRequest && (error.status === 0 || error.status === 408 || error.status >= 500)
}

export function hasStatus(error: unknown, ...statuses: readonly number[]): boolean {
  return error instanceof FailedRequest && statuses.includes(error.status)
}
