import * as z from 'zod'
import { contract } from '#shared/contract.ts'
import { refusals } from '#shared/errors.ts'
import { Done, Id, InstantMs, Name } from '#shared/shapes.ts'
import { tokenScopes } from '#shared/token-scopes.ts'

const Scopes = z.array(z.enum(tokenScopes)).min(1).max(tokenScopes.length)

export const ApiToken = z
  .object({
    id: Id,
    name: z.string(),
    /** The last characters of the token, to tell it from others. */
    ending: z.string(),
    scopes: Scopes,
    /**
     * The only projects it opens, with current names; null for all that its user may open. Projects the user can no
     * longer open have no name.
     */
    projects: z.array(z.object({ id: Id, name: z.string().nullable() })).nullable(),
    createdAt: InstantMs,
    expiresAt: InstantMs.nullable(),
    expired: z.boolean(),
    /** Precise to the minute. */
    lastUsedAt: InstantMs.nullable(),
  })
  .meta({ id: 'ApiToken' })
export type ApiToken = z.infer<typeof ApiToken>

export const NewApiToken = z.object({
  name: Name,
  scopes: Scopes,
  projectIds: z.array(Id).min(1).max(100).nullable().default(null),
  expiresAt: InstantMs.nullable().default(null),
})

export const tokenRoutes = contract({
  'GET /api/users/me/tokens': {
    access: 'signed-in',
    tokens: [],
    summary: 'The caller’s API tokens, the newest first',
    answer: z.object({ items: z.array(ApiToken), nextCursor: z.null() }),
  },
  // Without an idempotent answer, because storing one would store the token.
  'POST /api/users/me/tokens': {
    access: 'signed-in',
    tokens: [],
    ownTransactions: true,
    audit: 'token.made',
    summary: 'Make an API token, which is only in this answer; needs a fresh session',
    body: NewApiToken,
    answer: z.object({ token: z.string(), facts: ApiToken }),
  },
  'DELETE /api/users/me/tokens/:tokenId': {
    access: 'signed-in',
    tokens: [],
    audit: 'token.revoked',
    summary: 'Revoke a token at once',
    answer: Done,
  },
})

export const tokenErrors = refusals({
  'token.unknown': [401, 'This token is not valid: it is mistyped, expired or revoked.'],
  'token.expiry': [400, 'A token must expire in the future.'],
  'token.too_many': [409, 'You have the most tokens allowed. Revoke one that you no longer use.'],
})
