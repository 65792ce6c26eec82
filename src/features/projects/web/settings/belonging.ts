import type { Project } from '#features/projects/projects.contract.ts'

/** To which organization a project belongs, and what that lets the organization's members do in it. */
export interface Belonging {
  readonly organizationId: string | null
  /** Where one is named, only its members are let in. */
  readonly teamId: string | null
  /** null lets in nobody but owners and admins. */
  readonly organizationRole: 'editor' | 'commenter' | 'listener' | null
  readonly organizationMayDownload: boolean
}

/** As the server has it where nobody says otherwise. */
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
