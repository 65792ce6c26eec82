/**
 * Whose tries they are: of somebody who is signed in there, each session for itself; of all known browsers (or guests)
 * together, since whoever had the password once can collect any number of them; undefined for strangers.
 */
export type Standing = { readonly session: string } | 'known' | undefined
