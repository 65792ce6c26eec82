import { getSessionFromCtx } from 'better-auth/api'
import { at } from './auth-hook.ts'

interface Invitation {
  readonly id: string
  readonly email: string
  readonly role: string | null
}

/**
 * S12: listing invitations asks for membership alone (section 6); 1.7 asks for the right to invite. Ids act as secrets
 * (GHSA-fmh4-wcc4-5jm3), so they are told to those who may cancel the invitation, and to its recipient; owners'
 * invitations to owners alone, or an admin could take the place of an owner to be (0029). An address that nobody has
 * verified makes no recipient: whoever has no verified address takes on another's at once, and back.
 */
export const membersSeeInvitations = at(['/organization/list-invitations'], async (context) => {
  const session = await getSessionFromCtx(context, { disableCookieCache: true })
  const query: unknown = context.query
  const asked: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, 'organizationId') : undefined
  const organizationId = typeof asked === 'string' && asked !== '' ? asked : session?.session['activeOrganizationId']
  if (!session || typeof organizationId !== 'string') return
  const { adapter } = context.context
  const member = await adapter.findOne<{ role: string }>({
    model: 'member',
    where: [
      { field: 'organizationId', value: organizationId },
      { field: 'userId', value: session.user.id },
    ],
  })
  if (!member) return
  const invitations = await adapter.findMany<Invitation>({
    model: 'invitation',
    where: [{ field: 'organizationId', value: organizationId }],
  })
  const { email, emailVerified } = session.user
  const [isOwner, isAdmin] = ['owner', 'admin'].map((role) => hasRole(member.role, role))
  return context.json(
    invitations.map((invitation) => {
      const maySeeId =
        isOwner ||
        (isAdmin && !hasRole(invitation.role ?? '', 'owner')) ||
        (emailVerified && invitation.email === email)
      return { ...invitation, id: maySeeId ? invitation.id : null }
    }),
  )
})

function hasRole(roles: string, role: string): boolean {
  return roles.split(',').some((one) => one.trim() === role)
}
