import type { VisitorScope } from '#server/scope.ts'
import { maskedAddress } from '#shared/masked-address.ts'
import { type InvitationPreview, organizationErrors } from '../organizations.contract.ts'
import { rolesIn } from '../organizations.policy.ts'

/**
 * For whoever holds the link. What does not work any more says why to its recipient alone; to everybody else it is one
 * and the same answer, so that ids cannot be probed.
 */
export async function previewInvitation({ db, actor }: VisitorScope, invitationId: string): Promise<InvitationPreview> {
  const row = await db
    .selectFrom('invitation')
    .innerJoin('organization', 'organization.id', 'invitation.organizationId')
    .innerJoin('user', 'user.id', 'invitation.inviterId')
    .select([
      'invitation.email',
      'invitation.role',
      'invitation.status',
      'invitation.expiresAt',
      'organization.name',
      'user.name as inviter',
    ])
    .where('invitation.id', '=', invitationId)
    .executeTakeFirst()
  if (!row) throw organizationErrors['invitation.gone']()
  const isForMe = actor?.email.toLowerCase() === row.email.toLowerCase()
  const end = endOf(row)
  if (end) throw organizationErrors[isForMe ? end : 'invitation.gone']()
  return {
    organizationName: row.name,
    invitedBy: row.inviter,
    roles: rolesIn(row.role),
    email: isForMe ? row.email : maskedAddress(row.email),
    isForMe,
    expiresAt: new Date(row.expiresAt).getTime(),
  }
}

function endOf({
  status,
  expiresAt,
}: {
  readonly status: string
  readonly expiresAt: Date | string
}): keyof typeof organizationErrors | undefined {
  if (status === 'accepted' || status === 'rejected' || status === 'canceled') return `invitation.${status}`
  // Written by the sign-in library, by the real clock.
  return new Date(expiresAt).getTime() < Date.now() ? 'invitation.expired' : undefined
}
