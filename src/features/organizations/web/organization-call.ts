import type { OrganizationRole } from '#features/organizations/organizations.contract.ts'
import { sendRequest } from '#web/api/send-request.ts'

/** As returned by the sign-in backend. The id is a secret: null for users who may not cancel the invitation. */
interface Invitation {
  readonly id: string | null
  readonly email: string
  readonly role: string
  readonly status: 'pending' | 'accepted' | 'rejected' | 'canceled'
  readonly teamId?: string | null
  readonly expiresAt: string
}

export interface ListedInvitation extends Invitation {
  readonly expired: boolean
}

/** Bodies of the calls, and the fields of their answers that screens use. */
export interface OrganizationCalls {
  create: {
    readonly body: { readonly name: string; readonly slug: string; readonly logo?: string }
    readonly answer: { readonly id: string }
  }
  'check-slug': { readonly body: { readonly slug: string }; readonly answer: { readonly status: boolean } }
  update: {
    readonly body: {
      readonly organizationId: string
      readonly data: { readonly name?: string; readonly slug?: string; readonly logo?: string }
    }
    readonly answer: unknown
  }
  delete: { readonly body: { readonly organizationId: string }; readonly answer: unknown }
  leave: { readonly body: { readonly organizationId: string }; readonly answer: unknown }
  'set-active': { readonly body: { readonly organizationId: string | null }; readonly answer: unknown }
  'update-member-role': {
    readonly body: {
      readonly organizationId: string
      readonly memberId: string
      readonly role: readonly OrganizationRole[]
    }
    readonly answer: unknown
  }
  'remove-member': {
    readonly body: { readonly organizationId: string; readonly memberIdOrEmail: string }
    readonly answer: unknown
  }
  'create-team': {
    readonly body: { readonly organizationId: string; readonly name: string }
    readonly answer: { readonly id: string }
  }
  'update-team': {
    readonly body: {
      readonly teamId: string
      readonly data: { readonly name: string; readonly organizationId: string }
    }
    readonly answer: unknown
  }
  'remove-team': {
    readonly body: { readonly organizationId: string; readonly teamId: string }
    readonly answer: unknown
  }
  'add-team-member': {
    readonly body: { readonly organizationId: string; readonly teamId: string; readonly userId: string }
    readonly answer: unknown
  }
  'remove-team-member': {
    readonly body: { readonly organizationId: string; readonly teamId: string; readonly userId: string }
    readonly answer: unknown
  }
  'invite-member': {
    readonly body: {
      readonly organizationId: string
      readonly email: string
      readonly role: readonly OrganizationRole[]
      readonly teamId?: string
      readonly resend?: boolean
    }
    readonly answer: { readonly id: string; readonly email: string; readonly expiresAt: string }
  }
  'cancel-invitation': { readonly body: { readonly invitationId: string }; readonly answer: unknown }
  'accept-invitation': { readonly body: { readonly invitationId: string }; readonly answer: unknown }
  'reject-invitation': { readonly body: { readonly invitationId: string }; readonly answer: unknown }
}

const base = '/api/auth/organization'

/** Calls the organization part of the sign-in backend. Throws `FailedRequest`. */
export async function organizationCall<P extends keyof OrganizationCalls>(
  path: P,
  body: OrganizationCalls[P]['body'],
): Promise<OrganizationCalls[P]['answer']> {
  // The backend follows its specification; only fields named in OrganizationCalls are used.
  return (await sendRequest({ method: 'POST', url: `${base}/${path}`, body })) as OrganizationCalls[P]['answer']
}

/** Computes `expired` as of now. */
export async function listInvitations(
  organizationId: string,
  signal?: AbortSignal,
): Promise<readonly ListedInvitation[]> {
  const invitations = (await sendRequest({
    method: 'GET',
    url: `${base}/list-invitations?${new URLSearchParams({ organizationId })}`,
    signal,
  })) as readonly Invitation[]
  return invitations.map((invitation) => ({ ...invitation, expired: Date.parse(invitation.expiresAt) < Date.now() }))
}
