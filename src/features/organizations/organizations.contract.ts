import * as z from 'zod'
import { Person } from '#features/account/account.contract.ts'
import { contract } from '#shared/contract.ts'
import { refusals } from '#shared/errors.ts'
import { roles } from '#shared/roles.ts'
import { Id, InstantMs, page, Paging } from '#shared/shapes.ts'
import { organizationRoles } from './member-roles.ts'

export const OrganizationRole = z.enum(organizationRoles)
export type OrganizationRole = z.infer<typeof OrganizationRole>

export const Organization = z
  .object({
    id: Id,
    name: z.string(),
    slug: z.string(),
    logo: z.string().nullable(),
    createdAt: InstantMs,
    memberCount: z.number(),
    projectCount: z.number(),
    /** The requester's own. */
    roles: z.array(OrganizationRole),
    /** The requester's rights here. */
    may: z.object({
      edit: z.boolean(),
      delete: z.boolean(),
      manageMembers: z.boolean(),
      manageTeams: z.boolean(),
      leave: z.boolean(),
    }),
  })
  .meta({ id: 'Organization' })
export type Organization = z.infer<typeof Organization>

export const OrganizationMember = z
  .object({
    /** The membership's id, for update-member-role and remove-member. */
    id: Id,
    person: Person,
    /** Visible to owners and admins, and to the member. */
    email: z.string().nullable(),
    roles: z.array(OrganizationRole),
    teamIds: z.array(Id),
    joinedAt: InstantMs,
  })
  .meta({ id: 'OrganizationMember' })
export type OrganizationMember = z.infer<typeof OrganizationMember>

export const OrganizationTeam = z
  .object({ id: Id, name: z.string(), createdAt: InstantMs, members: z.array(Person) })
  .meta({ id: 'OrganizationTeam' })
export type OrganizationTeam = z.infer<typeof OrganizationTeam>

/** A project as its organization sees it: which members may do what. */
export const OrganizationProject = z
  .object({
    id: Id,
    name: z.string(),
    updatedAt: InstantMs,
    teamId: Id.nullable(),
    organizationRole: z.enum(roles).nullable(),
    organizationMayDownload: z.boolean(),
  })
  .meta({ id: 'OrganizationProject' })
export type OrganizationProject = z.infer<typeof OrganizationProject>

/** In bytes, including the trash. Counts against the quota: originals, files on notes, and running uploads. */
export const OrganizationStorage = z
  .object({
    quotaBytes: z
      .number()
      .nullable()
      .describe('How much its projects may hold together; null where nobody set a limit'),
    projects: z.array(
      z.object({
        id: Id,
        name: z.string(),
        deletedAt: InstantMs.nullable(),
        originals: z.number(),
        trashed: z.number(),
        attachments: z.number(),
        files: z.number(),
        uploads: z.number(),
        derived: z.number(),
      }),
    ),
  })
  .meta({ id: 'OrganizationStorage' })
export type OrganizationStorage = z.infer<typeof OrganizationStorage>

/** What anyone with the link may know. Only its owner sees the whole address. */
export const InvitationPreview = z
  .object({
    organizationName: z.string(),
    invitedBy: z.string(),
    roles: z.array(OrganizationRole),
    /** Masked, such as `m…@example.com`. */
    email: z.string(),
    /** True if the requester is signed in with that address. */
    isForMe: z.boolean(),
    expiresAt: InstantMs,
  })
  .meta({ id: 'InvitationPreview' })
export type InvitationPreview = z.infer<typeof InvitationPreview>

export const organizationRoutes = contract({
  'GET /api/organizations': {
    access: 'signed-in',
    tokens: ['read'],
    summary: 'The caller’s organizations, by name',
    query: Paging,
    answer: page(Organization),
  },
  'GET /api/organizations/:organizationId': {
    access: 'signed-in',
    tokens: ['read'],
    summary: 'One organization',
    answer: Organization,
  },
  'GET /api/organizations/:organizationId/members': {
    access: 'signed-in',
    tokens: ['read'],
    summary: 'Its members with names, roles and teams, in order of joining',
    query: Paging,
    answer: page(OrganizationMember),
  },
  'GET /api/organizations/:organizationId/teams': {
    access: 'signed-in',
    tokens: ['read'],
    summary: 'Its teams with their members, by name',
    query: Paging,
    answer: page(OrganizationTeam),
  },
  'GET /api/organizations/:organizationId/projects': {
    access: 'signed-in',
    tokens: ['read'],
    summary: 'Its projects: all for owners and admins, for others those they may see',
    query: Paging,
    answer: page(OrganizationProject),
  },
  'GET /api/organizations/:organizationId/storage': {
    access: 'signed-in',
    tokens: [],
    summary: 'For its owners and admins: storage use of its projects, the largest first, and their common limit',
    answer: OrganizationStorage,
  },
  'GET /api/organization-invitations/:invitationId': {
    access: 'public',
    tokens: [],
    summary:
      'Where an invitation into an organization leads, and whether it is for the asker. Where it does not work, ' +
      'its recipient hears why (410 invitation.accepted, rejected, canceled, expired), everybody else 404',
    answer: InvitationPreview,
  },
})

export const organizationErrors = refusals({
  'invitation.gone': [404, 'This invitation no longer works. Ask the person who sent it for a new one.'],
  'invitation.accepted': [410, 'You already accepted this invitation.'],
  'invitation.rejected': [410, 'You declined this invitation. Ask the person who sent it for a new one.'],
  'invitation.canceled': [410, 'This invitation was cancelled. Ask the person who sent it for a new one.'],
  'invitation.expired': [410, 'This invitation has expired. Ask the person who sent it for a new one.'],
})
