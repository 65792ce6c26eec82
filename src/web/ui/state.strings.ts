/** States as the product names them, everywhere the same. */
export const stateStrings = {
  open: 'Open',
  fixed: 'Fixed',
  verified: 'Verified',
  draft: 'Draft',
  'in-review': 'In review',
  'changes-requested': 'Changes asked',
  approved: 'Approved',
  final: 'Final',
  todo: 'To do',
  doing: 'Doing',
} as const
