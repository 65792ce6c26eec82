/** Orders of a project's tracks. By themselves, because the router reads the URL before any screen loads. */
export const trackSorts = ['album', 'title', 'updated', 'loudness', 'length'] as const
export type TrackSort = (typeof trackSorts)[number]
