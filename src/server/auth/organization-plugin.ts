import { APIError } from 'better-auth/api'
import { organization } from 'better-auth/plugins'
import { createAccessControl } from 'better-auth/plugins/access'
import type { Mail } from '../mail/letter.ts'
import { organizationInviteMail } from '../mail/organization-mails.ts'
import type { Services } from '../services.ts'
import { organizationChanged, organizationDeleting, teamDeleted } from './auth-hooks.ts'
import { mostListed } from './limits/library-limits.ts'
import { leaveOrganizationSessions } from './session/organization-sessions.ts'
import { mirrorTeam, mirrorTeamsWithout, refuseExpired, refuseMember, refuseOwnTeam } from './shims/member-shims.ts'

/**
 * Exactly the specification's table (section 6): Better Auth's default roles let a plain member read role management.
 */
const organizationAccess = createAccessControl({
  organization: ['update', 'delete'],
  member: ['create', 'update', 'delete'],
  invitation: ['create', 'cancel'],
  team: ['create', 'update', 'delete'],
} as const)

const people = {
  member: ['create', 'update', 'delete'],
  invitation: ['create', 'cancel'],
  team: ['create', 'update', 'delete'],
} as const

const organizationRoles = {
  owner: organizationAccess.newRole({ organization: ['update', 'delete'], ...people }),
  admin: organizationAccess.newRole({ organization: ['update'], ...people }),
  member: organizationAccess.newRole({ organization: [], member: [], invitation: [], team: [] }),
}

export type OrganizationPlugin = ReturnType<typeof organizationPlugin>

interface Parts {
  readonly services: Services
  readonly mail: (mail: Mail) => void
}

/**
 * Organizations with teams and invitations (C7), and our hooks on their changes. No hook runs in the library's
 * transactions.
 */
export function organizationPlugin({ services, mail }: Parts) {
  const { config, database } = services
  const { db } = database
  const told = async (organizationId: string, userId?: string) =>
    void (await organizationChanged.ask(services, organizationId, userId))
  return organization({
    ac: organizationAccess,
    roles: organizationRoles,
    creatorRole: 'owner',
    allowUserToCreateOrganization: async ({ id }) => mayCreateOrganizations(services, id),
    ...(config.ORGANIZATIONS_PER_PERSON > 0 && { organizationLimit: config.ORGANIZATIONS_PER_PERSON }),
    // The library also uses this as the most members it lists. refuseMember enforces the real limit.
    membershipLimit: mostListed(config),
    invitationExpiresIn: config.INVITATION_HOURS * 3600,
    requireEmailVerificationOnInvitation: false,
    teams: { enabled: true, allowRemovingAllTeams: config.REMOVE_LAST_TEAM },
    schema: { member: { additionalFields: { teamId: { type: 'string', required: false, input: false } } } },
    sendInvitationEmail: async ({ id, email, inviter, organization: { name } }) =>
      mail(
        organizationInviteMail({
          to: email,
          by: inviter.user.name,
          organization: name,
          url: `${config.baseUrl}/invitation/${id}`,
          hours: config.INVITATION_HOURS,
        }),
      ),
    organizationHooks: {
      afterCreateOrganization: async ({ organization: { id }, user, member }) => {
        Object.assign(member, { teamId: await mirrorTeam(db, id, user.id) })
        await told(id)
      },
      beforeUpdateOrganization: async ({ organization: changes }) => {
        // The library would run an UPDATE without columns, which is a syntax error.
        if (Object.values(changes).every((value) => value === undefined))
          throw new APIError('BAD_REQUEST', { message: 'No fields to update' })
      },
      afterUpdateOrganization: async ({ organization: made }) => void (made && (await told(made.id))),
      beforeDeleteOrganization: async ({ organization: { id } }) => {
        await told(id)
        await organizationDeleting.ask(services, id)
      },
      afterDeleteOrganization: async ({ organization: { id } }) => leaveOrganizationSessions(db, id),
      beforeAcceptInvitation: async ({ organization: { id }, user }) => refuseMember(db, config, id, user.id),
      afterAcceptInvitation: async ({ organization: { id }, user, member }) => {
        Object.assign(member, { teamId: await mirrorTeam(db, id, user.id) })
        await told(id, user.id)
      },
      beforeRejectInvitation: async ({ invitation }) => refuseExpired(invitation),
      afterCreateInvitation: async ({ organization: { id } }) => told(id),
      afterRejectInvitation: async ({ organization: { id } }) => told(id),
      afterCancelInvitation: async ({ organization: { id } }) => told(id),
      afterUpdateMemberRole: async ({ organization: { id }, user }) => told(id, user.id),
      afterRemoveMember: async ({ organization: { id }, user }) => {
        await leaveOrganizationSessions(db, id, user.id)
        await told(id, user.id)
      },
      afterCreateTeam: async ({ organization: { id } }) => told(id),
      afterUpdateTeam: async ({ organization: { id } }) => told(id),
      beforeDeleteTeam: async ({ team, user }) => refuseOwnTeam(db, team.id, user?.id),
      afterDeleteTeam: async ({ team, organization: { id } }) => {
        await mirrorTeamsWithout(db, id, team.id)
        await teamDeleted.ask(services, team.id)
        await told(id)
      },
      afterAddTeamMember: async ({ user, organization: { id } }) => {
        await mirrorTeam(db, id, user.id)
        await told(id, user.id)
      },
      afterRemoveTeamMember: async ({ user, organization: { id } }) => {
        await mirrorTeam(db, id, user.id)
        await told(id, user.id)
      },
    },
  })
}

/** As CREATE_ORGANIZATIONS says. */
export async function mayCreateOrganizations(
  services: Pick<Services, 'config' | 'database'>,
  userId: string,
): Promise<boolean> {
  const { CREATE_ORGANIZATIONS: who } = services.config
  return who === 'everyone' || (who === 'admins' && (await isServerAdmin(services, userId)))
}

export async function isServerAdmin(
  { database: { db } }: Pick<Services, 'database'>,
  userId: string,
): Promise<boolean> {
  return (
    (await db
      .selectFrom('standings')
      .select('user_id')
      .where('user_id', '=', userId)
      .where('is_admin', '=', 1)
      .executeTakeFirst()) !== undefined
  )
}
