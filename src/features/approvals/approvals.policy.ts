import { atLeast, type Policy, type Role } from '#shared/roles.ts'

export const approvalPolicy = {
  'approval.view': 'listener',
  'approval.ask': 'editor',
  'approval.decide': 'commenter',
} as const satisfies Policy

/** Who only listens has no say, and so cannot be asked for one. */
export function canBeAsked(role: Role): boolean {
  return atLeast(role, approvalPolicy['approval.decide'])
}

/** What one can say of a version: apart from the contract, whose shapes no page carries. */
export const approvalDecisions = ['approved', 'changes'] as const
export type ApprovalVerdict = (typeof approvalDecisions)[number]
