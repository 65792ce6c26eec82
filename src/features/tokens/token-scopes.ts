/**
 * What a token may be for. Each opens the routes that token-rights.ts names; several together open what each of them
 * does.
 */
export const tokenScopes = ['read', 'upload', 'notes', 'tasks', 'manage'] as const
export type TokenScope = (typeof tokenScopes)[number]
