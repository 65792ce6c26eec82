/** Pixels of a cover's edge. */
export const coverEdges = { least: 64, most: 3000 } as const
/** A request is at most 1 MiB, and base64 takes four thirds of the bytes. */
export const LARGEST_COVER_BYTES = 700_000
