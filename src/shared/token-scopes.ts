/** Scopes of API tokens. Contracts and features say what each opens; several scopes open the union. */
export const tokenScopes = ['read', 'upload', 'notes', 'tasks', 'manage'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** Scopes that open something, each on its own; an empty list requires a session. */
export type OpenTo = readonly TokenScope[]
