/** Project roles from the least to the most; each may what the ones before it may. */
export const roles = ['listener', 'commenter', 'editor', 'owner'] as const
export type Role = (typeof roles)[number]

/** What an action asks for: a least role, and for some the download permission besides. */
export interface Demand {
  readonly role: Role
  readonly download?: true
}
export type Policy = Readonly<Record<string, Role | Demand>>

/** What somebody may do in one project: the union of every way in. */
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
