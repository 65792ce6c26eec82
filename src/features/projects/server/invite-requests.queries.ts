import { countTry } from '#server/auth/limits/limits.ts'
import { emit } from '#server/events/events.queries.ts'
import { letInMail } from '#server/mail/mail-texts.ts'
import { queueMail } from '#server/mail/mail.jobs.ts'
import type { ProjectScope, UserScope } from '#server/scope.ts'
import { done } from '#shared/shapes.ts'
import { HOUR_MS } from '#shared/units.ts'
import { type Invite, projectErrors } from '../projects.contract.ts'
import { findWorkingInvite, openInvite, refuseMoreThanOwn } from './invites.queries.ts'
import { addMember } from './members.queries.ts'
import { peopleIn } from './project-rights.ts'

/** Each is a notification and perhaps a mail to somebody. */
const REQUESTS = { max: 10, windowMs: HOUR_MS } as const

/**
 * Asks to be let in by an invitation for another address. Whoever has it knows the project already; without a link that
 * works there is nothing to ask of, so that nobody learns from this which projects exist (docs/decisions/0078). A later
 * request takes the place of an earlier one.
 */
export async function requestAccess(scope: UserScope, id: string): Promise<typeof done> {
  const { db, actor, now } = scope
  const invite = await findWorkingInvite(scope, id)
  const isMember = (await peopleIn(db, invite.project_id)).includes(actor.userId)
  if (isMember || invite.email === null || invite.email === actor.email.toLowerCase())
    throw projectErrors['invite.yours']()
  if (invite.asked_by === actor.userId) return done
  const { allowed } = await countTry(db, `invite-request:${actor.userId}`, REQUESTS, now())
  if (!allowed) throw projectErrors['invite.asked_enough']()
  await db.updateTable('invites').set({ asked_by: actor.userId }).where('id', '=', id).execute()
  await emit(scope, `project:${invite.project_id}`, 'invite.requested', {
    projectId: invite.project_id,
    ...(invite.created_by !== null && { invitedBy: invite.created_by }),
  })
  return done
}

/** Lets in the one who asked: with the invitation's role, and in place of the one it was made for. */
export async function admitByInvite(
  scope: ProjectScope,
  id: string,
  { userId }: { readonly userId: string },
): Promise<Invite> {
  const { db, projectId, actor, config } = scope
  refuseMoreThanOwn(scope, await openInvite(scope, id))
  // Locks the row: the one it was made for may be joining.
  await db
    .updateTable('invites')
    .set((eb) => ({ uses: eb.ref('uses') }))
    .where('id', '=', id)
    .execute()
  const invite = await findWorkingInvite(scope, id)
  // Another person may have asked since the page was loaded.
  if (invite.asked_by !== userId) throw projectErrors['invite.nobody_asks']()
  const { email } = await db.selectFrom('user').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
  const rights = { role: invite.role, mayDownload: invite.may_download === 1 }
  const joined = await addMember(scope, projectId, userId, rights)
  await db
    .updateTable('invites')
    .set((eb) => ({ asked_by: null, ...(joined && { uses: eb('uses', '+', 1) }) }))
    .where('id', '=', id)
    .execute()
  await emit(scope, `project:${projectId}`, 'invite.answered', { projectId })
  if (joined)
    await queueMail(
      scope,
      letInMail({
        to: email,
        by: actor.name,
        project: invite.project_name,
        url: `${config.baseUrl}/?projectId=${projectId}`,
      }),
    )
  return openInvite(scope, id)
}

export async function declineInviteRequest(scope: ProjectScope, id: string): Promise<Invite> {
  await openInvite(scope, id)
  await scope.db.updateTable('invites').set({ asked_by: null }).where('id', '=', id).execute()
  await emit(scope, `project:${scope.projectId}`, 'invite.answered', { projectId: scope.projectId })
  return openInvite(scope, id)
}
