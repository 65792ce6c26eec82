import * as z from 'zod'
import { Person } from '#features/account/account.contract.ts'
import { CoverPicture, exampleCover } from './cover-picture.ts'
import { contract } from '#shared/contract.ts'
import { refusals } from '#shared/errors.ts'
import { roles } from '#shared/roles.ts'
import { Done, Id, InstantMs, Name, page, Paging, words } from '#shared/shapes.ts'

const ProjectRole = z.enum(roles)

/** What the files of a project should be; null where anything is fine. */
export const ProjectTargets = z
  .object({
    loudness: z.number().min(-60).max(0).nullable().describe('Integrated, in LUFS; half a unit off is fine'),
    truePeak: z.number().min(-20).max(0).nullable().describe('The highest allowed, in dBTP; −1 if nobody set it'),
    sampleRate: z.int().min(1000).max(768_000).nullable(),
    bitDepth: z.int().min(8).max(64).nullable(),
    headSeconds: z.number().min(0).max(60).nullable().describe('Silence before the music, within 50 ms'),
    tailSeconds: z.number().min(0).max(60).nullable(),
  })
  .meta({ id: 'ProjectTargets' })

export const OrganizationTargets = z.object({ targets: ProjectTargets.nullable() }).meta({ id: 'OrganizationTargets' })
export type OrganizationTargets = z.infer<typeof OrganizationTargets>

export const Project = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string(),
    /** The prefix of task numbers, such as LT-41. */
    taskPrefix: z.string(),
    createdAt: InstantMs,
    updatedAt: InstantMs,
    archivedAt: InstantMs.nullable(),
    deletedAt: InstantMs.nullable(),
    organizationId: Id.nullable(),
    /** If set, the organization gives access only to this team's members. */
    teamId: Id.nullable(),
    /**
     * The role of plain members of the organization (or the team); null gives none of them access. Its owners and
     * admins own the project.
     */
    organizationRole: ProjectRole.nullable(),
    organizationMayDownload: z.boolean(),
    targets: ProjectTargets,
    targetsFrom: z
      .enum(['project', 'organization', 'default'])
      .describe('Whose targets these are: its own, its organization’s, or nobody’s'),
    organizationTargets: z
      .object({ organization: z.string().describe('Its name'), targets: ProjectTargets })
      .nullable()
      .describe('What its organization sets for projects without targets of their own; null if nothing'),
    cover: z.string().nullable().describe('The hash of its picture, which is at …/cover; null if it has none'),
    /** The requester's own rights. */
    role: ProjectRole,
    mayDownload: z.boolean(),
  })
  .meta({ id: 'Project' })
export type Project = z.infer<typeof Project>

export const ProjectCard = Project.extend({
  trackCount: z.number(),
  openNoteCount: z.number(),
  openTaskCount: z.number(),
  /** The earliest date on which an open task is due, such as 2026-11-28. */
  nextDueOn: z.string().nullable(),
  sizeBytes: z.number(),
  lastVersionAt: InstantMs.nullable(),
  /** The first few, in order of joining. */
  members: z.array(Person.extend({ joinOrder: z.number() })),
  memberCount: z.number(),
}).meta({ id: 'ProjectCard' })
export type ProjectCard = z.infer<typeof ProjectCard>

export const Membership = z
  .object({ person: Person, role: ProjectRole, mayDownload: z.boolean(), joinOrder: z.number(), joinedAt: InstantMs })
  .meta({ id: 'Membership' })
export type Membership = z.infer<typeof Membership>

/** As other members of the project see it. */
export const Member = Membership.extend({
  lastSeenAt: InstantMs.nullable().describe('When they were last there, to within a few minutes; null for never'),
}).meta({ id: 'Member' })
export type Member = z.infer<typeof Member>

/** A person with access to a project, with the highest of their roles. */
export const ProjectPerson = z
  .object({
    person: Person,
    role: ProjectRole,
    mayDownload: z.boolean(),
    isMember: z.boolean(),
    byOrganization: z.boolean(),
  })
  .meta({ id: 'ProjectPerson' })
export type ProjectPerson = z.infer<typeof ProjectPerson>

export const Invite = z
  .object({
    id: Id,
    role: ProjectRole,
    mayDownload: z.boolean(),
    /** If set, only this address may use it. */
    email: z.string().nullable(),
    createdBy: Person.nullable(),
    createdAt: InstantMs,
    expiresAt: InstantMs,
    maxUses: z.number().nullable(),
    uses: z.number(),
    revokedAt: InstantMs.nullable(),
    /** The link to send. */
    url: z.string(),
    /** Somebody with another address, who has the link and asks to be let in: their name and address. */
    askedBy: Person.extend({ email: z.string() }).nullable().optional(),
  })
  .meta({ id: 'Invite' })
export type Invite = z.infer<typeof Invite>

/** What anyone with the link may know before joining. */
export const InvitePreview = z
  .object({
    projectName: z.string(),
    invitedBy: z.string().nullable(),
    role: ProjectRole,
    mayDownload: z.boolean(),
    /** Only one address may use it. */
    forAddress: z.boolean(),
    /** That address: complete for a user signed in with it, otherwise masked; null if there is none. */
    address: z.string().nullable(),
    expiresAt: InstantMs,
    /** Everybody in the project, whoever invited included. */
    peopleCount: z.number(),
    /** What the generated cover is drawn from: 32 bits of the project’s id’s hash, which lead nowhere. */
    coverSeed: z.number(),
    /** The hash of the project’s own picture, which is at …/cover. */
    cover: z.string().nullable(),
  })
  .meta({ id: 'InvitePreview' })
export type InvitePreview = z.infer<typeof InvitePreview>

/** 48 hours, like the specification's invitations. */
export const INVITE_LIFE_HOURS = 48

/** The project's organization. Only an owner of the project may change it; the team must be the organization's. */
const Belonging = {
  organizationId: Id.nullable(),
  teamId: Id.nullable(),
  organizationRole: ProjectRole.exclude(['owner']).nullable(),
  organizationMayDownload: z.boolean(),
}

/**
 * In bytes, including the trash; `trashed` is the part of the originals in the trash. Counts against the quota:
 * originals, files on notes, and running uploads.
 */
export const ProjectStorage = z
  .object({
    originals: z.number(),
    trashed: z.number(),
    attachments: z.number(),
    files: z.number(),
    uploads: z.number(),
    quotaBytes: z.number().nullable().describe('How much it may hold; null where nobody set a limit'),
    organization: z
      .object({ name: z.string(), usedBytes: z.number(), quotaBytes: z.number() })
      .nullable()
      .describe('What its organization’s projects hold together, and may; null where that has no limit'),
  })
  .meta({ id: 'ProjectStorage' })
export type ProjectStorage = z.infer<typeof ProjectStorage>

/** Of an organization's projects, or of those that the caller owns outside of any. The same counts as for a quota. */
export const StorageInUse = z
  .object({ usedBytes: z.number(), quotaBytes: z.number().nullable() })
  .meta({ id: 'StorageInUse' })
export type StorageInUse = z.infer<typeof StorageInUse>

const Rights = { role: ProjectRole, mayDownload: z.boolean() }

export const projectRoutes = contract({
  'GET /api/projects': {
    access: 'signed-in',
    tokens: 'any',
    summary:
      'Projects that the caller may see, the latest changed first; with organizationId only those of that organization',
    query: Paging.extend({
      state: z.enum(['active', 'archived', 'deleted']).default('active'),
      organizationId: Id.optional(),
    }),
    answer: page(ProjectCard),
  },
  'POST /api/projects': {
    access: 'signed-in',
    tokens: ['manage'],
    summary:
      'Create a project and become its owner. With organizationId it belongs to one of the caller’s organizations',
    body: z.object({ name: Name, description: words(5000).default(''), ...z.object(Belonging).partial().shape }),
    answer: Project,
  },
  'PATCH /api/projects/:projectId': {
    access: 'project.edit',
    summary:
      'Rename, describe, set delivery targets, archive or bring back; owners also move it into or out of an ' +
      'organization and say what its members may do. `basedOn` are the words as they were seen: others are not ' +
      'overwritten (409)',
    body: z
      .object({
        name: Name,
        description: words(5000),
        basedOn: z.object({ name: words(200), description: words(5000) }).partial(),
        archived: z.boolean(),
        targets: ProjectTargets.nullable().describe('Null: those of its organization, or the defaults'),
        ...Belonging,
      })
      .partial(),
    answer: Project,
  },
  'DELETE /api/projects/:projectId': {
    access: 'project.delete',
    audit: 'project.deleted',
    summary: 'Move the project to the trash',
    answer: Done,
  },
  'POST /api/projects/:projectId/restore': {
    access: 'project.restore',
    audit: 'project.restored',
    summary: 'Restore the project from the trash',
    answer: Project,
  },

  'GET /api/projects/:projectId/cover': {
    access: 'project.view',
    guests: 'listen',
    summary: 'The project’s picture',
    answer: 'raw',
  },
  'PUT /api/projects/:projectId/cover': {
    access: 'project.edit',
    summary: 'Give the project a picture: a square JPEG or PNG of 64 to 3000 pixels and at most 700 kB',
    body: CoverPicture,
    example: exampleCover,
    answer: Project,
  },
  'DELETE /api/projects/:projectId/cover': {
    access: 'project.edit',
    summary: 'Take the project’s picture away; a drawn one takes its place',
    answer: Project,
  },

  'GET /api/storage': {
    access: 'signed-in',
    tokens: ['read'],
    summary:
      'Storage in use: of an organization that the caller belongs to, or without organizationId of the projects that ' +
      'the caller owns outside of organizations; null where there is no common limit',
    query: z.object({ organizationId: Id.optional() }),
    answer: StorageInUse,
  },
  'GET /api/projects/:projectId/storage': {
    access: 'project.edit',
    summary: 'Storage use of the project’s files, and their limit',
    answer: ProjectStorage,
  },

  'GET /api/organizations/:organizationId/targets': {
    access: 'signed-in',
    tokens: ['read'],
    summary: 'Delivery targets of an organization’s projects that set none themselves; null if it sets none',
    answer: OrganizationTargets,
  },
  'PUT /api/organizations/:organizationId/targets': {
    access: 'signed-in',
    tokens: ['manage'],
    summary: 'For owners and admins: set delivery targets for its projects that set none themselves; null removes them',
    body: OrganizationTargets,
    example: { targets: null },
    answer: OrganizationTargets,
  },

  'GET /api/projects/:projectId/members': {
    access: 'project.view',
    summary: 'Members in order of joining',
    query: Paging,
    answer: page(Member),
  },
  'GET /api/projects/:projectId/people': {
    access: 'project.view',
    summary: 'Everybody with access to the project, also through its organization or team, by name',
    query: Paging.extend({ limit: z.coerce.number().int().min(1).max(500).default(500) }),
    answer: page(ProjectPerson),
  },
  'PATCH /api/projects/:projectId/members/:userId': {
    access: 'member.edit',
    audit: 'member.changed',
    auditKeeps: ['role', 'mayDownload'],
    summary: 'Change a member’s role or rights',
    body: z.object(Rights).partial(),
    answer: Membership,
  },
  'DELETE /api/projects/:projectId/members/:userId': {
    access: 'member.leave',
    audit: 'member.removed',
    summary: 'Remove a member (owners), or leave (oneself)',
    answer: Done,
  },
  'POST /api/projects/:projectId/members/:userId/restore': {
    access: 'member.edit',
    audit: 'member.restored',
    summary: 'Restore a removed member with the same rights',
    answer: Membership,
  },

  'GET /api/projects/:projectId/invites': {
    access: 'invite.manage',
    summary: 'Invite links that still work, newest first',
    query: Paging,
    answer: page(Invite),
  },
  'POST /api/projects/:projectId/invites': {
    access: 'invite.manage',
    audit: 'invite.made',
    auditKeeps: ['role', 'mayDownload'],
    summary: 'Make an invite link; with an e-mail address it is mailed too',
    body: z.object({
      role: ProjectRole.exclude(['owner']).default('commenter'),
      mayDownload: z.boolean().default(true),
      email: z.email().max(254).optional(),
      expiresInHours: z
        .number()
        .int()
        .min(1)
        .max(24 * 365)
        .default(INVITE_LIFE_HOURS),
      maxUses: z.number().int().min(1).max(10_000).nullable().default(null),
    }),
    answer: Invite,
  },
  'DELETE /api/projects/:projectId/invites/:inviteId': {
    access: 'invite.manage',
    audit: 'invite.revoked',
    summary: 'Revoke a link',
    answer: Done,
  },
  'POST /api/projects/:projectId/invites/:inviteId/restore': {
    access: 'invite.manage',
    audit: 'invite.restored',
    summary: 'Make a revoked link work again',
    answer: Invite,
  },

  'POST /api/projects/:projectId/invites/:inviteId/resend': {
    access: 'invite.manage',
    audit: 'invite.mailed',
    summary: 'Mail a pending invitation again',
    answer: Invite,
  },

  'POST /api/projects/:projectId/invites/:inviteId/admit': {
    access: 'invite.manage',
    audit: 'invite.admitted',
    summary: 'Let in who asks to use an invitation for another address; it is used up',
    body: z.object({ userId: Id }),
    answer: Invite,
  },
  'DELETE /api/projects/:projectId/invites/:inviteId/request': {
    access: 'invite.manage',
    audit: 'invite.declined',
    summary: 'Decline who asks to use an invitation for another address; it keeps working for that one',
    answer: Invite,
  },

  'GET /api/invite/:inviteId': {
    access: 'public',
    tokens: [],
    summary: 'What an invite link leads to',
    answer: InvitePreview,
  },
  'GET /api/invite/:inviteId/cover': {
    access: 'public',
    tokens: [],
    summary: 'The picture of the project that an invite link leads to',
    answer: 'raw',
  },
  'POST /api/invite/:inviteId/accept': {
    access: 'signed-in',
    tokens: [],
    audit: 'invite.accepted',
    summary: 'Join the project of an invite link',
    answer: z.object({
      projectId: Id,
      projectName: z.string(),
      joined: z.boolean().describe('False for whoever was a member before'),
    }),
  },
  'POST /api/invite/:inviteId/request': {
    access: 'signed-in',
    tokens: [],
    audit: 'invite.requested',
    summary: 'Ask to be let in by an invitation for another address; shows name and address to those who may invite',
    answer: Done,
  },
})

export const projectErrors = refusals({
  'member.only_owner': [409, 'This is the only owner. Make someone else an owner first.'],
  'member.not_yours': [403, 'Only owners can remove other people.'],
  'organization.not_yours': [404, 'This organization does not exist, or you are not in it.'],
  'team.not_here': [404, 'This team does not exist in the organization.'],
  'cover.unreadable': [400, 'Choose a square JPEG or PNG picture of 64 to 3000 pixels, at most 700 kB.'],
  'invite.gone': [404, 'This invitation no longer works. Ask the person who sent it for a new one.'],
  'invite.other_address': [403, 'This invitation is for another e-mail address. Sign in with that one.'],
  'invite.yours': [409, 'This invitation works for you. Open it again to join.'],
  'invite.asked_enough': [429, 'You have asked for access many times in the last hour. Wait a while.'],
  'invite.nobody_asks': [409, 'This request was withdrawn or answered in the meantime.'],
  'invite.too_many_mails': [
    429,
    'You have mailed many invitations in the last hour. Wait a while, or send the link yourself.',
  ],
  'invite.mailed_enough': [
    429,
    'This address was mailed several invitations already. Wait a while, or send the link yourself.',
  ],
  'invite.no_address': [409, 'This link has no address to mail it to. Send it yourself.'],
  'invite.role': [403, 'An invitation cannot allow more than you can do yourself.'],
})
