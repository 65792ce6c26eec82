import { APIError } from 'better-auth/api'
import { record } from '../audit/audit.ts'
import type { Services } from '../services.ts'
import { addressIn } from './auth-audit.ts'
import { isServerAdmin, mayCreateOrganizations, type OrganizationPlugin } from './organization-plugin.ts'
import { at, type HookContext } from './shims/auth-hook.ts'

type Needed = Pick<Services, 'database' | 'config' | 'now' | 'newId'>

/**
 * POST /organization/create with another user's `userId` (section 6): a server admin creates the organization with that
 * user as its owner; everybody else is refused. Over HTTP the library ignores `userId` and makes the caller the owner.
 * This hook calls the endpoint without the request, so the admin's session and cookies are untouched and the new
 * owner's limit applies. Must run after the hooks that check bodies.
 */
export function organizationForAnother(services: Needed, organizations: OrganizationPlugin) {
  const {
    database: { db },
    now,
    newId,
  } = services
  return {
    id: 'organization-for-another',
    hooks: {
      before: [
        at(['/organization/create'], async (context) => {
          const ownerId = namedOwner(context.body)
          const callerId = ownerId === undefined ? undefined : await callerOf(context)
          // Without a session the endpoint refuses itself. One's own id means an ordinary creation.
          if (ownerId === undefined || callerId === undefined || callerId === ownerId) return undefined
          const isAdmin = await isServerAdmin(services, callerId)
          if (!isAdmin || !(await mayCreateOrganizations(services, callerId))) {
            throw new APIError('FORBIDDEN', { message: 'You are not allowed to create a new organization' })
          }
          await refuseOwner(services, ownerId)
          const asServer = { ...context.context, session: null }
          const made = await organizations.endpoints.createOrganization({
            body: { ...context.body, userId: ownerId },
            context: asServer,
          })
          const address = addressIn(context.headers)
          await record(
            { db, now, newId },
            { kind: 'organization.created', actorId: callerId, subjectId: ownerId, organizationId: made.id, address },
          )
          return context.json(made)
        }),
      ],
    },
  }
}

/** The owner that a body names; null and an empty text name none. */
function namedOwner(body: unknown): string | undefined {
  const userId: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'userId') : undefined
  if (userId === undefined || userId === null || userId === '') return undefined
  if (typeof userId !== 'string')
    throw new APIError('BAD_REQUEST', { message: '[body.userId] Invalid input', code: 'VALIDATION_ERROR' })
  return userId
}

/** The caller's id, without extending their session. */
async function callerOf({ context, getSignedCookie }: HookContext): Promise<string | undefined> {
  const token = await getSignedCookie(context.authCookies.sessionToken.name, context.secret)
  const found = token ? await context.internalAdapter.findSession(token) : null
  return found && found.session.expiresAt > new Date() ? found.user.id : undefined
}

async function refuseOwner({ database: { db } }: Needed, userId: string): Promise<void> {
  const owner = await db.selectFrom('user').select('disabledAt').where('id', '=', userId).executeTakeFirst()
  if (!owner) throw new APIError('BAD_REQUEST', { message: 'User not found' })
  if (owner.disabledAt !== null)
    throw new APIError('FORBIDDEN', { message: 'This account is disabled', code: 'ACCOUNT_DISABLED' })
}
