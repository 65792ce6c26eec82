import { AsyncLocalStorage } from 'node:async_hooks'
import { APIError } from 'better-auth/api'
import type { GenericEndpointContext } from 'better-auth'
import type { FastifyRequest } from 'fastify'

/** Why an account may be created only for an invited address; undefined allows every address. */
export type Admission =
  { readonly code: string; readonly message: string; readonly invited?: ReadonlySet<string> } | undefined

/** Decides before Better Auth opens its transaction, which holds the only connection on SQLite. */
export type Admit = (request: FastifyRequest) => Promise<Admission>

const decided = new AsyncLocalStorage<Admission>()

/** Runs the sign-in library with this decision available to the hook that creates accounts. */
export function withAdmission<T>(admission: Admission, work: () => Promise<T>): Promise<T> {
  return admission ? decided.run(admission, work) : work()
}

/** Why an account with this address may not be created; undefined if it may. */
export function refusalOf(email: string): Admission {
  const refusal = decided.getStore()
  return refusal?.invited?.has(email.toLowerCase()) ? undefined : refusal
}

export function refuseUnadmitted(email: string, context: GenericEndpointContext | null): void {
  const refusal = refusalOf(email)
  if (!refusal) return
  // The specification's error for a social sign-in (section 8).
  if (context?.path === '/callback/:id')
    throw new APIError('FORBIDDEN', { message: refusal.message, code: 'signup_disabled' })
  if (context?.path === '/sign-in/social') throw new APIError('UNAUTHORIZED', { message: 'signup disabled' })
  throw new APIError('FORBIDDEN', { message: refusal.message, code: refusal.code })
}
