/** What one can say of a version: apart from the contract, whose shapes no page carries. */
export const approvalDecisions = ['approved', 'changes'] as const
export type ApprovalVerdict = (typeof approvalDecisions)[number]
