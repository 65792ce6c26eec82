import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RouteSpec } from '#shared/contract.ts'
import { clientAddress } from '../router/client-address.ts'
import { givesBeginning } from '../router/file-beginning.ts'
import type { VisitorScope } from '../scope.ts'
import { record } from './audit.ts'
import { fieldOf } from './audited-field.ts'

/** Answer fields that grant access to anyone who reads them, so the log never stores their values. */
const SECRET = new Set(['inviteId', 'invitationId', 'token'])
const OWN_COLUMN = new Set(['projectId', 'organizationId', 'userId'])

interface Done {
  readonly scope: VisitorScope
  readonly spec: RouteSpec
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly params: Readonly<Record<string, string>>
  readonly query: unknown
  readonly body: unknown
  readonly result: unknown
  /** Of the project in the path, read before the route ran. */
  readonly organizationId: string | null | undefined
}

/** Writes an audit entry for a route whose contract declares one. */
export async function auditRoute({
  scope,
  spec,
  request,
  reply,
  params,
  query,
  body,
  result,
  organizationId,
}: Done): Promise<void> {
  if (!spec.audit || (spec.answer === 'raw' && !givesBeginning(request, reply))) return
  const kept = Object.fromEntries(
    (spec.auditKeeps ?? []).flatMap((name) => wordOf(body, name) ?? wordOf(query, name) ?? wordOf(result, name) ?? []),
  )
  const ids = Object.entries(params).filter(([name]) => !SECRET.has(name) && !OWN_COLUMN.has(name))
  await record(scope, {
    kind: spec.audit,
    actorId: scope.actor?.userId ?? null,
    address: clientAddress(request.raw, scope.config.TRUSTED_PROXIES),
    // A guest has no project id in the path; the share link gives it.
    projectId:
      'projectId' in scope && typeof scope.projectId === 'string'
        ? scope.projectId
        : (params['projectId'] ?? textIn(result, 'projectId')),
    organizationId: params['organizationId'] ?? organizationId,
    // The id of a new account, or of a session's owner, appears only in the answer.
    subjectId: params['userId'] ?? (spec.auditKeeps?.includes('userId') ? textIn(result, 'userId') : undefined),
    refs: { ...Object.fromEntries(ids), ...kept, ...(scope.actor?.token && { byTokenId: scope.actor.token.tokenId }) },
  })
}

function wordOf(from: unknown, name: string): [[string, string]] | undefined {
  const value = fieldOf(from, name)
  return typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number'
    ? [[name, String(value)]]
    : undefined
}

function textIn(from: unknown, name: string): string | undefined {
  const value = fieldOf(from, name)
  return typeof value === 'string' ? value : undefined
}
