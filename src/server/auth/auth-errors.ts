import { AsyncLocalStorage } from 'node:async_hooks'
import { isAPIError } from 'better-auth/api'
import type { Services } from '../services.ts'

/** What is asked of Better Auth here; its own type is made in auth.ts, which imports this file. */
interface StoringAuth {
  readonly $context: Promise<{ readonly adapter: Record<string, unknown> }>
}

interface Trouble {
  /** What the library failed with. */
  error?: unknown
  /** What the database last failed with, of which the library does not always tell. */
  stored?: unknown
}

const troubles = new AsyncLocalStorage<Trouble>()

/**
 * For Better Auth, which answers every bug with the same 500. Refusals are everyday; what is left is a bug or a broken
 * database.
 */
export function noteAuthError({ log }: Services, error: unknown): void {
  if (isAPIError(error) && error.statusCode < 500) return
  log.error({ part: 'auth', err: error }, 'sign-in failed')
  const trouble = troubles.getStore()
  if (trouble) trouble.error = error
}

/**
 * Fails with what went wrong where that will pass, as a lock or a lost connection does: then the client is told to come
 * back.
 */
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

/** Some of the library's routes answer any failure of the database with a 500 of their own that tells nothing of it. */
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
