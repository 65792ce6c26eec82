import { APIError } from 'better-auth/api'

/** S19: only a pending, unexpired invitation may be rejected (section 4); 1.7 lets an expired one be. */
export function refuseExpired({ expiresAt }: { readonly expiresAt: Date | string }): void {
  if (new Date(expiresAt).getTime() < Date.now()) throw new APIError('BAD_REQUEST', { message: 'Invitation not found' })
}
