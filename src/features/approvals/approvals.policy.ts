import { atLeast, type Policy, type Role } from '#shared/roles.ts'
import type { Milliseconds } from '#shared/units.ts'

export const approvalPolicy = {
  'approval.view': 'listener',
  'approval.ask': 'editor',
  'approval.decide': 'commenter',
} as const satisfies Policy

/** Listeners cannot approve, so they cannot be asked. */
export function canBeAsked(role: Role): boolean {
  return atLeast(role, approvalPolicy['approval.decide'])
}

/** A decision can be undone for a minute; the rest is for the way to the server. */
export const UNDO_MS: Milliseconds = 60_000
export const UNDO_GRACE_MS: Milliseconds = 15_000

/** The possible decisions. Outside of the contract, so that pages do not load its zod shapes. */
export const approvalDecisions = ['approved', 'changes'] as const
export type ApprovalVerdict = (typeof approvalDecisions)[number]
