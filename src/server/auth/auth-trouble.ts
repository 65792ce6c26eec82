import { AsyncLocalStorage } from 'node:async_hooks'
import { isAPIError } from 'better-auth/api'
import type { Services } from '../services.ts'

const troubles = new AsyncLocalStorage<{ error?: unknown }>()

/** For Better Auth, which answers every bug with the same 500. Refusals are everyday; what is left is a bug or a broken database. */
export function noteTrouble({ log }: Services, error: unknown): void {
  if (isAPIError(error) && error.statusCode < 500) return
  log.error({ part: 'auth', err: error }, 'sign-in failed')
  const trouble = troubles.getStore()
  if (trouble) trouble.error = error
}

/** Fails with what went wrong where that will pass, as a lock or a lost connection does: then the client is told to come back. */
export async function withTrouble(willPass: (error: unknown) => boolean, work: () => Promise<Response>): Promise<Response> {
  const trouble: { error?: unknown } = {}
  const response = await troubles.run(trouble, work)
  if (response.status === 500 && willPass(trouble.error)) throw trouble.error
  return response
}
