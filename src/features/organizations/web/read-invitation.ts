import type { InvitationPreview } from '#features/organizations/organizations.contract.ts'
import { FailedRequest } from '#web/api/failed-request.ts'
import { organizationApi } from './organizations.client.ts'

/** Why an invitation is no longer valid. Only its recipient sees more than `gone`. */
const ends = ['gone', 'accepted', 'rejected', 'canceled', 'expired'] as const
export type InvitationEnd = (typeof ends)[number]

/** What an invitation leads to, or why it is no longer valid. */
export async function readInvitation(invitationId: string): Promise<InvitationPreview | InvitationEnd> {
  try {
    return await organizationApi('GET /api/organization-invitations/:invitationId', { params: { invitationId } })
  } catch (error) {
    const end = error instanceof FailedRequest && ends.find((one) => error.code === `invitation.${one}`)
    if (end) return end
    throw error
  }
}
