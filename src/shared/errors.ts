/** The answer to every failed request. `code` is stable and a translation key; `message` is for people. */
export interface ErrorAnswer {
  readonly status: number
  readonly statusText: string
  readonly code: string
  readonly message: string
  /** Refused fields by path, if the request's shape was invalid. */
  readonly fields?: Readonly<Record<string, string>>
  /** The current values by field, if somebody changed them meanwhile. */
  readonly current?: Readonly<Record<string, string>>
}

/** A refusal that the user can understand. Anything else that is thrown is a bug. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Readonly<Record<string, string>> | undefined
  readonly current: Readonly<Record<string, string>> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    status: number,
    code: string,
    message: string,
    more: {
      fields?: Readonly<Record<string, string>>
      current?: Readonly<Record<string, string>>
      retryAfterSeconds?: number
    } = {},
  ) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.code = code
    this.fields = more.fields
    this.current = more.current
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

type ErrorTable = Readonly<Record<string, readonly [status: number, message: string]>>

/** A feature's refusals as a table: each `code: [status, message]` becomes a function. */
export function refusals<const T extends ErrorTable>(table: T): { readonly [K in keyof T]: () => Refusal } {
  const made: Record<string, () => Refusal> = {}
  for (const [code, [status, message]] of Object.entries(table)) made[code] = () => new Refusal(status, code, message)
  // The loop makes a function for each key, which TypeScript cannot infer.
  return made as { readonly [K in keyof T]: () => Refusal }
}

/** Refuses a change to a text that somebody changed meanwhile; `current` has the current values. */
export function changedMeanwhile(current: Readonly<Record<string, string>>): Refusal {
  return new Refusal(409, 'changed', 'Someone else changed this in the meantime.', { current })
}

type Texts = Readonly<Record<string, string | null | undefined>>

/** Refuses to overwrite a text with another one if its writer had not seen it. An empty text is null in some tables. */
export function refuseUnseen(present: Texts, change: Readonly<Record<string, unknown>>, seen: Texts): void {
  const isUnseen = Object.entries(present).some(
    ([field, now]) =>
      seen[field] !== undefined &&
      change[field] !== undefined &&
      (seen[field] ?? '') !== (now ?? '') &&
      (change[field] ?? '') !== (now ?? ''),
  )
  if (isUnseen)
    throw changedMeanwhile(Object.fromEntries(Object.entries(present).map(([field, now]) => [field, now ?? ''])))
}

/** Refusals that any route may answer. */
export const refused = refusals({
  unauthorized: [401, 'Sign in to continue.'],
  forbidden: [403, 'Your role does not allow this. Ask an owner of the project.'],
  not_shared: [403, 'This link does not allow that. Ask the person who sent it.'],
  nameless: [403, 'Enter your name first, so they know who it is from.'],
  token_scope: [403, 'This token does not allow that. Create one with the scope it needs, or sign in to do it.'],
  not_found: [404, 'This does not exist, or you have no access to it.'],
  conflict: [409, 'Someone else changed this in the meantime. Check what it says now, then try again.'],
  key_reused: [422, 'This Idempotency-Key was used for another request.'],
  origin: [403, 'This request came from another website and was not carried out.'],
  content_type: [415, 'Send JSON with content-type application/json.'],
  too_large: [413, 'This request is larger than the server accepts.'],
  busy: [503, 'The server is busy. Try again in a moment.'],
})
