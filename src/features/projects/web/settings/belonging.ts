import type { Project } from '#features/projects/projects.contract.ts'

/** The organization of a project, and its members' access. */
export interface Belonging {
  readonly organizationId: string | null
  /** If set, only this team has access. */
  readonly teamId: string | null
  /** null gives access only to owners and admins. */
  readonly organizationRole: 'editor' | 'commenter' | 'listener' | null
  readonly organizationMayDownload: boolean
}

/** The server's default. */
export function belongingTo(organizationId: string | null): Belonging {
  return {
    organizationId,
    teamId: null,
    organizationRole: organizationId === null ? null : 'commenter',
    organizationMayDownload: true,
  }
}

export function belongingOf({ organizationId, teamId, organizationRole, organizationMayDownload }: Project): Belonging {
  return {
    organizationId,
    teamId,
    organizationRole: organizationRole === 'owner' ? 'editor' : organizationRole,
    organizationMayDownload,
  }
}

export function sameBelonging(one: Belonging, other: Belonging): boolean {
  if (one.organizationId !== other.organizationId) return false
  return (
    one.organizationId === null ||
    (one.teamId === other.teamId &&
      one.organizationRole === other.organizationRole &&
      one.organizationMayDownload === other.organizationMayDownload)
  )
}
