/** Where a track stands, in the order in which it gets there: apart from the contract, whose shapes no page carries. */
export const trackStatuses = ['draft', 'in-review', 'changes-requested', 'approved', 'final'] as const
export type TrackStatus = (typeof trackStatuses)[number]
