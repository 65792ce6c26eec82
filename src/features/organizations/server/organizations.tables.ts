/** Written by Better Auth's organization plugin, in its own spelling. */
declare module '#server/db/tables.ts' {
  interface Tables {
    organization: OrganizationTable
    member: MemberTable
    team: TeamTable
    teamMember: TeamMemberTable
    invitation: InvitationTable
  }
}

export interface OrganizationTable {
  id: string
  name: string
  slug: string
  logo: string | null
  createdAt: Date | string
  /** JSON object. */
  metadata: string | null
}

export interface MemberTable {
  id: string
  organizationId: string
  userId: string
  /** One or more of owner, admin, member, with commas between. */
  role: string
  createdAt: Date | string
  /** Mirrors the first of the person's teams here. */
  teamId: string | null
}

export interface TeamTable {
  id: string
  name: string
  organizationId: string
  memberCount: number
  createdAt: Date | string
  updatedAt: Date | string | null
}

export interface TeamMemberTable {
  id: string
  teamId: string
  userId: string
  createdAt: Date | string | null
}

export interface InvitationTable {
  /** Also the link's secret. */
  id: string
  organizationId: string
  email: string
  role: string | null
  teamId: string | null
  status: string
  expiresAt: Date | string
  createdAt: Date | string
  inviterId: string
}
