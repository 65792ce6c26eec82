/**
 * What an API token may be for. Each opens what the contracts and the features say that it opens; several together open
 * what each of them does.
 */
export const tokenScopes = ['read', 'upload', 'notes', 'tasks', 'manage'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** Which scopes open something, each by itself; without any it is only for people who are signed in. */
export type OpenTo = readonly TokenScope[]
