/**
 * Who tries: a session that is signed in to the account, counted alone; all known browsers or guests together, because
 * anyone who once had the password can collect many; undefined for strangers.
 */
export type Standing = { readonly session: string } | 'known' | undefined
