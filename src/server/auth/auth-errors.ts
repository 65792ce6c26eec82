import { AsyncLocalStorage } from 'node:async_hooks'
import { isAPIError } from 'better-auth/api'
import type { Services } from '../services.ts'

/** The part of Better Auth that this file uses. The full type comes from auth.ts, which imports this file. */
interface StoringAuth {
  readonly $context: Promise<{ readonly adapter: Record<string, unknown> }>
}

interface Trouble {
  /** The error that the library threw. */
  error?: unknown
  /** The last database error; the library does not always pass it on. */
  stored?: unknown
}

const troubles = new AsyncLocalStorage<Trouble>()

/**
 * Better Auth's error handler. The library answers every bug with the same 500. Refusals are normal and not logged;
 * anything else is a bug or a failing database.
 */
export function noteAuthError({ log }: Services, error: unknown): void {
  if (isAPIError(error) && error.statusCode < 500) return
  log.error({ part: 'auth', err: error }, 'sign-in failed')
  const trouble = troubles.getStore()
  if (trouble) trouble.error = error
}

/** Throws the original error if it is temporary (a lock, a lost connection), so that the client is asked to retry. */
export async function withAuthErrors(
  willPass: (error: unknown) => boolean,
  work: () => Promise<Response>,
): Promise<Response> {
  const trouble: Trouble = {}
  const response = await troubles.run(trouble, work)
  if (response.status !== 500) return response
  const passing = [trouble.error, trouble.stored].find((error) => error !== undefined && willPass(error))
  if (passing !== undefined) throw passing
  return response
}

/** Records database errors: some library routes answer them with a 500 that does not include the cause. */
export async function noteDatabaseErrors(auth: StoringAuth): Promise<void> {
  const { adapter } = await auth.$context
  const noting =
    (method: CallableFunction) =>
    async (...given: unknown[]): Promise<unknown> => {
      try {
        return await Reflect.apply(method, adapter, given)
      } catch (error) {
        const trouble = troubles.getStore()
        if (trouble) trouble.stored = error
        throw error
      }
    }
  for (const [name, method] of Object.entries<unknown>(adapter)) {
    if (typeof method === 'function') Reflect.set(adapter, name, noting(method))
  }
}
