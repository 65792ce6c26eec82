import type { FastifyReply } from 'fastify'
import { countTry, waitFor } from '#server/auth/limits/limits.ts'
import { mailsByPerson } from '#server/auth/limits/try-counters.ts'
import { cutPage, readCursor } from '#server/db/paging.ts'
import { emit } from '#server/events/events.queries.ts'
import { inviteMail } from '#server/mail/mail-texts.ts'
import { queueMail } from '#server/mail/mail.jobs.ts'
import type { ProjectScope, UserScope, VisitorScope } from '#server/scope.ts'
import { coverSeed } from '#shared/cover-seed.ts'
import { refused } from '#shared/errors.ts'
import { maskedAddress } from '#shared/masked-address.ts'
import { atLeast, type Rights, type Role } from '#shared/roles.ts'
import { done } from '#shared/shapes.ts'
import { HOUR_MS } from '#shared/units.ts'
import { type Invite, type InvitePreview, projectErrors } from '../projects.contract.ts'
import { findCover, sendCover } from './covers.queries.ts'
import { addMember } from './members.queries.ts'
import { peopleIn } from './project-rights.ts'

/** Enough for an orchestra, but not for spam from this server. */
const MAILS = { max: 100, windowMs: HOUR_MS } as const

export interface NewInvite {
  readonly role: Role
  readonly mayDownload: boolean
  readonly email?: string | undefined
  readonly expiresInHours: number
  readonly maxUses: number | null
}

/** Hides links that grant more than the user has: they could accept one themselves. */
export async function listInvites(
  scope: ProjectScope,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: Invite[]; nextCursor: string | null }> {
  const after = readCursor(cursor)
  const rows = await inviteRows(scope)
    .where('invites.project_id', '=', scope.projectId)
    .where('invites.revoked_at', 'is', null)
    .where('invites.expires_at', '>', scope.now())
    .$if(!scope.mayDownload, (q) => q.where('invites.may_download', '=', 0))
    .$if(after !== undefined, (q) =>
      q.where((eb) =>
        eb.or([
          eb('invites.created_at', '<', after?.[0] ?? 0),
          eb.and([eb('invites.created_at', '=', after?.[0] ?? 0), eb('invites.id', '<', after?.[1] ?? '')]),
        ]),
      ),
    )
    .orderBy('invites.created_at', 'desc')
    .orderBy('invites.id', 'desc')
    .limit(limit + 1)
    .execute()
  return cutPage(
    rows,
    limit,
    (row) => [row.created_at, row.id],
    (row) => inviteOf(scope, row),
  )
}

export async function createInvite(
  scope: ProjectScope,
  { role, mayDownload, email, expiresInHours, maxUses }: NewInvite,
): Promise<Invite> {
  const { db, projectId, actor, now, newId } = scope
  refuseMoreThanOwn(scope, { role, mayDownload })
  if (email) await refuseTooManyMails(scope, email)
  const id = newId()
  const at = now()
  await db
    .insertInto('invites')
    .values({
      id,
      project_id: projectId,
      role,
      may_download: mayDownload ? 1 : 0,
      email: email?.toLowerCase() ?? null,
      created_by: actor.userId,
      created_at: at,
      expires_at: at + expiresInHours * HOUR_MS,
      max_uses: email ? 1 : maxUses,
      uses: 0,
      revoked_at: null,
      asked_by: null,
    })
    .execute()
  await emit(scope, `project:${projectId}`, 'invite.added', { projectId })
  const invite = await openInvite(scope, id)
  if (email) await mailInvite(scope, { email, url: invite.url })
  return invite
}

/** Mails a pending invitation again. */
export async function resendInvite(scope: ProjectScope, id: string): Promise<Invite> {
  const invite = await openInvite(scope, id)
  refuseMoreThanOwn(scope, invite)
  if (invite.email === null) throw projectErrors['invite.no_address']()
  if (
    invite.revokedAt !== null ||
    invite.expiresAt <= scope.now() ||
    (invite.maxUses !== null && invite.uses >= invite.maxUses)
  )
    throw projectErrors['invite.gone']()
  await refuseTooManyMails(scope, invite.email)
  await mailInvite(scope, { email: invite.email, url: invite.url })
  return invite
}

export async function revokeInvite(scope: ProjectScope, id: string): Promise<typeof done> {
  await openInvite(scope, id)
  await scope.db.updateTable('invites').set({ revoked_at: scope.now() }).where('id', '=', id).execute()
  await emit(scope, `project:${scope.projectId}`, 'invite.revoked', { projectId: scope.projectId })
  return done
}

export async function restoreInvite(scope: ProjectScope, id: string): Promise<Invite> {
  refuseMoreThanOwn(scope, await openInvite(scope, id))
  await scope.db.updateTable('invites').set({ revoked_at: null }).where('id', '=', id).execute()
  await emit(scope, `project:${scope.projectId}`, 'invite.added', { projectId: scope.projectId })
  return openInvite(scope, id)
}

/** For anyone with the link. One answer for all that does not work, so that ids cannot be probed. */
export async function previewInvite(scope: VisitorScope, id: string): Promise<InvitePreview> {
  const row = await findWorkingInvite(scope, id)
  const isForMe = row.email !== null && scope.actor?.email.toLowerCase() === row.email
  return {
    projectName: row.project_name,
    invitedBy: row.inviter,
    role: row.role,
    mayDownload: row.may_download === 1,
    forAddress: row.email !== null,
    address: row.email === null || isForMe ? row.email : maskedAddress(row.email),
    expiresAt: row.expires_at,
    peopleCount: (await peopleIn(scope.db, row.project_id)).length,
    coverSeed: coverSeed(row.project_id),
    cover: row.cover,
  }
}

export async function sendInviteCover(scope: VisitorScope, id: string, reply: FastifyReply): Promise<void> {
  const { project_id: projectId } = await findWorkingInvite(scope, id)
  sendCover(reply, await findCover({ db: scope.db, projectId }, null))
}

/** Joins the project. Accepting twice, even concurrently, makes one membership and counts one use. */
export async function acceptInvite(
  scope: UserScope,
  id: string,
): Promise<{ projectId: string; projectName: string; joined: boolean }> {
  const { db, actor } = scope
  // Locks the row before counting its uses.
  await db
    .updateTable('invites')
    .set((eb) => ({ uses: eb.ref('uses') }))
    .where('id', '=', id)
    .execute()
  const invite = await findWorkingInvite(scope, id, actor.userId)
  if (invite.email !== null && invite.email !== actor.email.toLowerCase()) throw projectErrors['invite.other_address']()
  // Having the mailed link proves the address as a verification does, so an unverified account may join by it.
  const joined = await addMember(scope, invite.project_id, actor.userId, {
    role: invite.role,
    mayDownload: invite.may_download === 1,
    offeredAt: invite.created_at,
    invitedBy: invite.created_by,
  })
  if (joined)
    await db
      .updateTable('invites')
      .set((eb) => ({ uses: eb('uses', '+', 1) }))
      .where('id', '=', id)
      .execute()
  return { projectId: invite.project_id, projectName: invite.project_name, joined }
}

async function mailInvite(
  scope: ProjectScope,
  { email, url }: { readonly email: string; readonly url: string },
): Promise<void> {
  const project = await scope.db
    .selectFrom('projects')
    .select('name')
    .where('id', '=', scope.projectId)
    .executeTakeFirstOrThrow()
  await queueMail(scope, inviteMail({ to: email, by: scope.actor.name, project: project.name, url }))
}

/** Limits by sender and by recipient: first from this sender, then from everybody. */
async function refuseTooManyMails({ db, config, actor, now }: ProjectScope, email: string): Promise<void> {
  const { allowed } = await countTry(db, `invite-mail:${actor.userId}`, MAILS, now())
  if (!allowed) throw projectErrors['invite.too_many_mails']()
  const wait = await waitFor(
    db,
    mailsByPerson({ kind: 'invitation', to: email, max: config.ACCOUNT_RATE_LIMIT, userId: actor.userId }),
    now(),
  )
  if (wait !== undefined) throw projectErrors['invite.mailed_enough']()
}

export function refuseMoreThanOwn(scope: ProjectScope, { role, mayDownload }: Rights): void {
  if (!atLeast(scope.role, role) || (mayDownload && !scope.mayDownload)) throw projectErrors['invite.role']()
}

export async function findWorkingInvite({ db, now }: VisitorScope, id: string, forMember?: string) {
  const row = await db
    .selectFrom('invites')
    .innerJoin('projects', 'projects.id', 'invites.project_id')
    .leftJoin('user', 'user.id', 'invites.created_by')
    .select([
      'invites.project_id',
      'invites.created_by',
      'invites.role',
      'invites.may_download',
      'invites.email',
      'invites.created_at',
      'invites.expires_at',
      'invites.max_uses',
      'invites.uses',
      'invites.revoked_at',
      'invites.asked_by',
      'projects.name as project_name',
      'projects.cover',
      'user.name as inviter',
    ])
    .where('invites.id', '=', id)
    .where('projects.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row || row.revoked_at !== null || row.expires_at <= now()) throw projectErrors['invite.gone']()
  if (row.max_uses !== null && row.uses >= row.max_uses) {
    const member =
      forMember &&
      (await db
        .selectFrom('memberships')
        .select('user_id')
        .where('project_id', '=', row.project_id)
        .where('user_id', '=', forMember)
        .where('removed_at', 'is', null)
        .executeTakeFirst())
    if (!member) throw projectErrors['invite.gone']()
  }
  return row
}

export async function openInvite(scope: ProjectScope, id: string): Promise<Invite> {
  const row = await inviteRows(scope)
    .where('invites.id', '=', id)
    .where('invites.project_id', '=', scope.projectId)
    .executeTakeFirst()
  if (!row) throw refused.not_found()
  return inviteOf(scope, row)
}

function inviteRows({ db }: ProjectScope) {
  return db
    .selectFrom('invites')
    .leftJoin('user', 'user.id', 'invites.created_by')
    .leftJoin('user as asker', 'asker.id', 'invites.asked_by')
    .selectAll('invites')
    .select(['user.name as by_name', 'user.username as by_username', 'user.image as by_image'])
    .select(['asker.name as asker_name', 'asker.username as asker_username'])
    .select(['asker.image as asker_image', 'asker.email as asker_email'])
}

type InviteRow = Awaited<ReturnType<ReturnType<typeof inviteRows>['executeTakeFirstOrThrow']>>

function inviteOf({ config }: Pick<ProjectScope, 'config'>, row: InviteRow): Invite {
  return {
    id: row.id,
    role: row.role,
    mayDownload: row.may_download === 1,
    email: row.email,
    createdBy:
      row.created_by && row.by_name !== null
        ? { id: row.created_by, name: row.by_name, username: row.by_username, image: row.by_image }
        : null,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    maxUses: row.max_uses,
    uses: row.uses,
    revokedAt: row.revoked_at,
    url: `${config.baseUrl}/?invId=${row.id}`,
    askedBy:
      row.asked_by !== null && row.asker_name !== null && row.asker_email !== null && row.uses === 0
        ? {
            id: row.asked_by,
            name: row.asker_name,
            username: row.asker_username,
            image: row.asker_image,
            email: row.asker_email,
          }
        : null,
  }
}
