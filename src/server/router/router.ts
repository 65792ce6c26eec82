import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { RouteSpec } from '#shared/contract.ts'
import { Refusal, refused } from '#shared/errors.ts'
import { Id } from '#shared/shapes.ts'
import { organizationOf } from '../audit/audit.ts'
import { auditRoute } from '../audit/audit-route.ts'
import { policyDemand } from '../access-table.ts'
import { crashPoint } from '../crash-points.ts'
import {
  guestScope,
  isShareAddress,
  projectScope,
  userScope,
  visitorScope,
  type Actor,
  type FindRights,
  type GuestDoor,
  type GuestVisit,
  type TokenDoor,
  type VisitorScope,
} from '../scope.ts'
import type { Services } from '../services.ts'
import { answerIdempotently } from './idempotency.ts'
import { bearerToken } from './bearer-token.ts'
import { givesBeginning } from './file-beginning.ts'
import type { ServedContract } from './route-table.ts'

export interface RouterParts {
  readonly services: Services
  readonly findRights: FindRights
  readonly guests: GuestDoor
  readonly tokens: TokenDoor
  /** The user of a request, by the session's row; undefined for a visitor. */
  readonly identify: (request: FastifyRequest) => Promise<Actor | undefined>
  /** Validate answers against the contract, in tests. */
  readonly checkAnswers: boolean
}

/** Registers all routes of a contract. Throws at a route whose access is not defined. */
export function mount(app: FastifyInstance, parts: RouterParts, served: ServedContract): void {
  for (const [key, spec] of Object.entries(served.contract)) {
    const [method = '', url = ''] = key.split(' ')
    const handler = served.handlers[key]
    if (!handler) throw new Error(`${key} has no handler`)
    if (isProjectAction(spec)) {
      policyDemand(spec.access, key)
      if (!url.includes('/:projectId')) throw new Error(`${key} asks for ${spec.access} but names no project`)
    } else if (spec.guests) throw new Error(`${key} is for guests but names no project`)
    const changes = method !== 'GET' && method !== 'HEAD' && spec.answer !== 'raw' && !spec.ownTransactions
    app.route({
      method,
      url,
      exposeHeadRoute: method === 'GET' && spec.answer === 'raw',
      handler: (request, reply) => answer({ parts, spec, handler, key, changes, request, reply }),
    })
  }
}

const askers = new WeakMap<FastifyRequest, string>()

/** The actor that a request was authorized as, for the log; undefined for a visitor. */
export function askerOf(request: FastifyRequest): string | undefined {
  return askers.get(request)
}

interface Call {
  readonly parts: RouterParts
  readonly spec: RouteSpec
  readonly handler: (context: never) => Promise<unknown>
  readonly key: string
  readonly changes: boolean
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

async function answer(call: Call): Promise<unknown> {
  const { parts, spec, request, reply } = call
  const token = bearerToken(request.headers)
  const user = token === undefined ? await parts.identify(request) : await openToken(call, token)
  const visit = token === undefined ? await openVisit(call, user) : undefined
  const actor = visit?.actor ?? user
  if (actor) askers.set(request, actor.userId)
  if (spec.access !== 'public' && !actor) throw refused.unauthorized()
  // File parts arrive as an unread stream, for the routes that read them.
  if (spec.answer !== 'raw' && request.body instanceof Readable) throw refused.content_type()
  if (!call.changes) {
    const result = await run(call, { db: parts.services.database.db, afterCommit: (effect) => effect() }, actor, visit)
    if (visit && (spec.guests === 'download' || spec.guests === 'original')) await noteDownload(call, visit)
    return spec.answer === 'raw' ? reply : reply.send(result)
  }

  const effects: (() => void)[] = []
  const result = await parts.services.database.db.transaction().execute(async (db) => {
    const ground = { db, afterCommit: (effect: () => void) => void effects.push(effect) }
    const answered = await answerIdempotently(
      { config: parts.services.config, db, request, actor, key: call.key, now: parts.services.now() },
      () => run(call, ground, actor, visit),
    )
    crashPoint('change.done')
    return answered
  })
  crashPoint('change.committed')
  for (const effect of effects) effect()
  crashPoint('change.told')
  return reply.send(result)
}

/**
 * Resolves the user that a token acts for, before anything else, so that not even a stored idempotent answer is given
 * to a token without access to the route. Admin routes do not exist for tokens.
 */
async function openToken({ parts, spec, key, request }: Call, token: string): Promise<Actor> {
  const actor = await parts.tokens.identify(token)
  const { projectId } = paramsOf(request)
  if (spec.access === 'admin') throw refused.not_found()
  if (!actor.token) return actor
  if (!parts.tokens.opens(actor.token, key, spec.access)) throw refused.token_scope()
  if (projectId !== undefined && actor.token.projectIds?.includes(projectId) === false) throw refused.not_found()
  return actor
}

type Ground = Pick<VisitorScope, 'db' | 'afterCommit'>

/**
 * A project under a share address is opened by that link alone, whoever the user is; a link that does not work looks
 * like one that never existed. Routes without guest access do not exist for guests.
 */
async function openVisit({ parts, spec, request }: Call, user: Actor | undefined): Promise<GuestVisit | undefined> {
  const { projectId } = paramsOf(request)
  if (!isProjectAction(spec) || projectId === undefined || !isShareAddress(projectId)) return undefined
  if (!user && !parts.guests.isGuest(request)) throw refused.unauthorized()
  const visit = await parts.guests.findVisit(request, projectId, user)
  if (!visit || !spec.guests) throw refused.not_found()
  if (!visit.share.may[spec.guests]) throw refused.not_shared()
  if (spec.guests !== 'listen' && request.method !== 'GET' && request.method !== 'HEAD' && visit.actor.name === '')
    throw refused.nameless()
  return visit
}

async function noteDownload({ parts, request, reply }: Call, visit: GuestVisit): Promise<void> {
  const { trackId } = paramsOf(request)
  if (givesBeginning(request, reply)) await parts.guests.noteDownload(visit, trackId ?? null)
}

async function run(
  call: Call,
  ground: Ground,
  actor: Actor | undefined,
  visit: GuestVisit | undefined,
): Promise<unknown> {
  const { spec, request, reply, parts } = call
  const params = paramsOf(request)
  for (const value of Object.values(params)) if (!Id.safeParse(value).success) throw refused.not_found()
  const scope = visit
    ? guestScope({ services: parts.services, ...ground }, visit)
    : await scopeFor(call, ground, actor, params)
  const [query, body] = [parsed(spec.query, request.query, 'query'), parsed(spec.body, request.body, 'body')]
  const context = { scope, params, query, body, request, reply }
  // Read first: afterwards the project may be deleted.
  const organizationId =
    spec.audit && 'projectId' in scope ? await organizationOf(scope.db, String(scope.projectId)) : undefined
  // route-table.ts pairs each handler with the spec that built the context.
  const result = await call.handler(context as never)
  await auditRoute({ scope, spec, params, query, body, result, organizationId, request, reply })
  if (spec.answer === 'raw') return undefined
  if (parts.checkAnswers) z.strictObject({ answer: spec.answer }).parse({ answer: result })
  return result
}

/** The specification's two messages (section 5) instead of zod's; messages set by a contract are kept. */
function genericWords({ code, message }: z.core.$ZodIssue): string {
  if (code === 'custom' || message === 'Required') return message
  return code === 'invalid_type' && message.endsWith('received undefined') ? 'Required' : 'Invalid input'
}

/** Fastify gives each parameter of a path as a text. */
function paramsOf({ params }: FastifyRequest): Readonly<Record<string, string>> {
  return params as Readonly<Record<string, string>>
}

async function scopeFor(
  { spec, parts }: Call,
  ground: Ground,
  actor: Actor | undefined,
  params: Readonly<Record<string, string>>,
): Promise<VisitorScope> {
  const whole = { services: parts.services, ...ground }
  if (spec.access === 'public') return visitorScope(whole, actor)
  if (!actor) throw refused.unauthorized()
  const scope = userScope(whole, actor)
  if (spec.access === 'signed-in') return scope
  if (spec.access === 'admin') {
    if (!actor.isAdmin) throw refused.not_found()
    return scope
  }
  return projectScope(scope, params['projectId'] ?? '', spec.access, parts.findRights)
}

function isProjectAction(spec: RouteSpec): boolean {
  return spec.access !== 'public' && spec.access !== 'signed-in' && spec.access !== 'admin'
}

function parsed(shape: z.ZodType | undefined, value: unknown, where: 'body' | 'query'): unknown {
  if (!shape) return undefined
  const result = shape.safeParse(value ?? {})
  if (result.success) return result.data
  const fields = Object.fromEntries(
    result.error.issues.map((issue) => [issue.path.join('.') || where, genericWords(issue)]),
  )
  throw new Refusal(
    400,
    'VALIDATION_ERROR',
    where === 'body' ? 'Invalid body parameters' : 'Invalid query parameters',
    { fields },
  )
}
