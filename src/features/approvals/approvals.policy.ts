import { atLeast, type Policy, type Role } from '#shared/roles.ts'

export const approvalPolicy = {
  'approval.view': 'listener',
  'approval.ask': 'editor',
  'approval.decide': 'commenter',
} as const satisfies Policy

/** Listeners cannot approve, so they cannot be asked. */
export function canBeAsked(role: Role): boolean {
  return atLeast(role, approvalPolicy['approval.decide'])
}

/** The possible decisions. Outside of the contract, so that pages do not load its zod shapes. */
export const approvalDecisions = ['approved', 'changes'] as const
export type ApprovalVerdict = (typeof approvalDecisions)[number]
