/** Project roles in ascending order; each includes the rights of those before it. */
export const roles = ['listener', 'commenter', 'editor', 'owner'] as const
export type Role = (typeof roles)[number]

/** What an action requires: a least role, and for some also the download permission. */
export interface Demand {
  readonly role: Role
  readonly download?: true
}
export type Policy = Readonly<Record<string, Role | Demand>>

/** A user's rights in one project: the union of all ways in. */
export interface Rights {
  readonly role: Role
  readonly mayDownload: boolean
}

export function atLeast(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least)
}

export function allows(rights: Rights, demand: Role | Demand): boolean {
  if (typeof demand === 'string') return atLeast(rights.role, demand)
  return atLeast(rights.role, demand.role) && (!demand.download || rights.mayDownload)
}
