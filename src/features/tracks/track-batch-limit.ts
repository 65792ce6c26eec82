/** Tracks in one request. Outside of the contract, so that pages do not load its zod shapes. */
export const MOST_TRACKS_AT_ONCE = 1000
