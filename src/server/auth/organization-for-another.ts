import { APIError } from 'better-auth/api'
import { record } from '../audit/audit.ts'
import type { Services } from '../services.ts'
import { addressIn } from './auth-audit.ts'
import { isServerAdmin, mayCreateOrganizations, type OrganizationPlugin } from './organization-plugin.ts'
import { at, type HookContext } from './shims/auth-hook.ts'

type Needed = Pick<Services, 'database' | 'config' | 'now' | 'newId'>

/**
 * POST /organization/create with somebody else's `userId` (section 6): the server's admin creates the organization for
 * them, with them as its owner; everybody else is refused. Over HTTP the library takes no notice of `userId` and makes
 * whoever asks the owner. So its endpoint is called as the server calls it, without the request: nothing reads, extends
 * or changes the admin's session or its cookies, and the limit that counts is the new owner's. To stand after what
 * looks at bodies.
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
          // Without a session the endpoint refuses in its own words. Naming oneself is creating one's own.
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

/** Whom a body names as the owner; null and an empty text name nobody. */
function namedOwner(body: unknown): string | undefined {
  const userId: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'userId') : undefined
  if (userId === undefined || userId === null || userId === '') return undefined
  if (typeof userId !== 'string')
    throw new APIError('BAD_REQUEST', { message: '[body.userId] Invalid input', code: 'VALIDATION_ERROR' })
  return userId
}

/** Whose session asks, found without extending it. */
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
