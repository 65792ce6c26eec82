import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { ensureAdmin } from '#features/account/server/account-flags.queries.ts'
import { admission } from '#features/account/server/admission.queries.ts'
import { findProjectRights } from '#features/projects/server/projects.queries.ts'
import { findSharePreview } from '#features/shares/server/share-preview.queries.ts'
import { guestDoor } from '#features/shares/server/share-visits.ts'
import { tokenDoor } from '#features/tokens/server/token-door.ts'
import { noteDatabaseErrors } from '#server/auth/auth-errors.ts'
import { serveAuth } from '#server/auth/auth-routes.ts'
import { openAuth, type Auth } from '#server/auth/auth.ts'
import { authSecret } from '#server/auth/mail/secret.ts'
import { identifier, type Identify } from '#server/auth/session/identify.ts'
import { keepKeySets } from '#server/auth/session/key-sets.ts'
import { keepSessionsReadable } from '#server/auth/session/readable-sessions.ts'
import { serveHealth } from '#server/health.ts'
import { cutSlowClients, HEAD_MS, PATIENCE } from '#server/http/slow-clients.ts'
import { Metrics } from '#server/metrics/metrics.ts'
import { serveMetrics } from '#server/metrics/serve-metrics.ts'
import { serveLive } from '#server/realtime/live-socket.ts'
import { compactAnswers } from '#server/router/compact-answers.ts'
import { answerErrors, sendRefusal, willPass } from '#server/router/error-answers.ts'
import { guardRequests, trustedOrigins } from '#server/router/request-guard.ts'
import { askerOf, mount } from '#server/router/router.ts'
import { cautiousHeaders, securityHeaders } from '#server/router/security-headers.ts'
import { answerUnreadable } from '#server/router/unreadable-requests.ts'
import type { Services } from '#server/services.ts'
import { serveClientProgram } from '#server/static/client-program.ts'
import { answerUnknown, servePages } from '#server/static/pages.ts'
import { refused } from '#shared/errors.ts'
import { serveApiPage } from './api-page.ts'
import { joinEveryFeature, served, tokenTable } from './feature-parts.ts'

export interface AppOptions {
  readonly services: Services
  /** The folder of the built client; undefined serves only the API. */
  readonly webRoot: string | undefined
  readonly setupToken: string
  /** Lets tests identify the caller without a session. */
  readonly identify?: (bySession: Identify) => Identify
  readonly checkAnswers?: boolean
}

export interface App {
  readonly server: FastifyInstance
  readonly auth: Auth
  readonly metrics: Metrics
}

/** Maximum size of a JSON body in bytes; uploads are streams and not counted. */
const BODY_LIMIT = 1024 * 1024

export async function openApp({
  services,
  webRoot,
  setupToken,
  identify: orOtherwise = (bySession) => bySession,
  checkAnswers = false,
}: AppOptions): Promise<App> {
  const { config, log } = services
  // Fastify's own type; otherwise every function with a server parameter would have to name pino's.
  const loggerInstance: FastifyBaseLogger = log
  const server = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    genReqId: services.newId,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 128 },
    forceCloseConnections: 'idle',
    requestTimeout: 0,
    connectionTimeout: PATIENCE.silentMs,
    keepAliveTimeout: 30_000,
    http: { headersTimeout: HEAD_MS, connectionsCheckingInterval: 5_000 },
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (_error, _request, reply) =>
      void sendRefusal(reply.headers(cautiousHeaders(config)), refused.not_found()),
  })
  cutSlowClients(server, PATIENCE)
  // The upload route reads its body as a stream. Forms are rejected by the guard, except on routes that accept them.
  server.addContentTypeParser(
    ['application/offset+octet-stream', 'application/x-www-form-urlencoded', 'multipart/form-data'],
    (_, payload, done) => done(null, payload),
  )

  // Known only after listening starts; needed by every request.
  let known: readonly string[] | undefined
  const origins = () => {
    if (known) return known
    const port = listeningPort(server)
    const found = trustedOrigins(config, port ?? config.PORT)
    if (port !== undefined) known = found
    return found
  }
  joinEveryFeature()
  const secret = authSecret(config.AUTH_SECRET, config.DATA_DIR)
  const auth = openAuth({ services, secret, trustedOrigins: origins })
  await keepKeySets(auth, config)
  await noteDatabaseErrors(auth)
  await keepSessionsReadable(auth, willPass)
  const identify = orOtherwise(identifier(auth, services))

  answerErrors(server)
  securityHeaders(server, config)
  guardRequests(server, origins)
  await compactAnswers(server)
  logRequests(server)
  const metrics = new Metrics(services, () => server.websocketServer.clients.size)
  metrics.watch(server)
  await serveAuth(server, { auth, admit: admission(services, setupToken), services, identify, origins })
  const guests = guestDoor(services)
  await serveLive(server, { services, identify, findRights: findProjectRights, guests, origins })
  const tokens = tokenDoor(services, tokenTable)
  for (const contract of served)
    mount(server, { services, findRights: findProjectRights, guests, tokens, identify, checkAnswers }, contract)
  serveHealth(server, services)
  serveMetrics(server, metrics, config)
  serveApiPage(server)
  serveClientProgram(server)
  if (webRoot)
    await servePages(server, {
      root: webRoot,
      baseUrl: config.baseUrl,
      store: config.S3_PUBLIC_ENDPOINT,
      holdsSession: async (request) => (await identify(request)) !== undefined,
      findPreview: (request) => findSharePreview(services, request),
    })
  else answerUnknown(server)
  // A server may have stopped between creating its first account and making it admin.
  await ensureAdmin(services)
  return { server, auth, metrics }
}

function listeningPort(server: FastifyInstance): number | undefined {
  const address = server.server.address()
  return typeof address === 'object' && address !== null ? address.port : undefined
}

/** One line per request, by route and never by URL, because invite ids are secrets. */
function logRequests(server: FastifyInstance): void {
  server.addHook('onResponse', (request, reply, done) => {
    request.log[levelOf(reply.statusCode)](
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        request: request.id,
        who: askerOf(request),
      },
      'request',
    )
    done()
  })
}

/** Unauthorized and rate-limited requests are worth a line. */
function levelOf(status: number): 'error' | 'info' | 'debug' {
  if (status >= 500) return 'error'
  return status === 403 || status === 429 ? 'info' : 'debug'
}
