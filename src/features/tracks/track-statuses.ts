/** A track's statuses in their usual order. Outside of the contract, so that pages do not load its zod shapes. */
export const trackStatuses = ['draft', 'in-review', 'changes-requested', 'approved', 'final'] as const
export type TrackStatus = (typeof trackStatuses)[number]
