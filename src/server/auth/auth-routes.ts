import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#shared/errors.ts'
import type { Milliseconds } from '#shared/units.ts'
import type { Config } from '../config.ts'
import { crashPoint } from '../crash-points.ts'
import { withMails } from '../mail/mail-bag.ts'
import { clientAddress } from '../router/client-address.ts'
import { sendRefusal, willPass } from '../router/error-answers.ts'
import { comesFromUs } from '../router/request-guard.ts'
import type { Services } from '../services.ts'
import { type Admit, withAdmission } from './admission.ts'
import { withAuthErrors } from './auth-errors.ts'
import { type Auth, AUTH_PATH } from './auth.ts'
import { addressWait } from './limits/address-limits.ts'
import { authLock } from './limits/auth-lock.ts'
import { withProof } from './limits/proven-password.ts'
import { mailedLinks } from './mail/mailed-links.ts'
import { disabledSessions, type Identify, refusedAsEnded } from './session/identify.ts'
import { keepingSession, ReplacedSessions } from './session/same-browser.ts'
import { sessionToken } from './session/session-cookie.ts'
import { withoutStaleCopy } from './session/session-copy.ts'
import { singleCookies } from './session/single-cookies.ts'
import { inConstantTime } from './shims/enumeration-shims.ts'
import { withOrigin, withoutFalse } from './shims/request-shims.ts'
import { restoreAnswer } from './shims/restore-answer.ts'

interface Parts {
  readonly auth: Auth
  readonly admit: Admit
  readonly services: Services
  readonly identify: Identify
  /** The origins whose pages may call these routes. */
  readonly origins: () => readonly string[]
}

/** Passes /api/auth/* to Better Auth as web requests, with the client address that we determined. */
export async function serveAuth(
  app: FastifyInstance,
  { auth, admit, services, identify, origins }: Parts,
): Promise<void> {
  const { config } = services
  const inTurn = authLock(services.database)
  const mailedLink = mailedLinks({ auth, services, identify, origins })
  const replaced = new ReplacedSessions(auth, services.log)
  const endDisabledSession = disabledSessions(auth, services.database)
  let hashing = 0
  const counted = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
    if (!isHashing(path)) return work()
    hashing++
    try {
      return await work()
    } finally {
      hashing--
    }
  }
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
    // Form fields become a query string, so a form may be as long as a URL.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: 16 * 1024 },
      (_, body, done) => done(null, body),
    )
    scope.route({
      method: ['GET', 'POST'],
      url: `${AUTH_PATH}/*`,
      // Programs that check links in mails send HEAD, which must not do what a GET does.
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        // The library checks Origin only if the request has a cookie or signs in. Other routes could still send mails.
        if (
          request.method === 'POST' &&
          !pathOf(request.url).startsWith('/callback/') &&
          !comesFromUs(request, origins())
        )
          return sendForeign(reply)
        const { secret, authCookies } = await auth.$context
        const wait = await addressWait(
          { ...services, secret, cookieName: authCookies.sessionToken.name },
          {
            path: pathOf(request.url),
            address: clientAddress(request.raw, config.TRUSTED_PROXIES),
            cookieHeader: request.headers.cookie,
            body: request.body,
          },
        )
        if (wait !== undefined)
          return reply.code(429).header('retry-after', wait).header('cache-control', 'no-store').send({
            message: 'Too many requests. Please try again later.',
            code: 'TOO_MANY_REQUESTS_PLEASE_TRY_AGAIN_LATER',
          })
        if (isHashing(pathOf(request.url)) && hashing >= MOST_HASHING)
          return sendRefusal(
            reply,
            new Refusal(503, 'busy', 'Too many people sign in at this moment. Try again in a few seconds.', {
              retryAfterSeconds: 3,
            }),
          )
        const lives = await endDisabledSession(request)
        const link = await mailedLink(request, pathOf(request.url))
        if (link && 'refused' in link) return sendForeign(reply)
        if (link && 'page' in link) return sendAnswer(reply, link.page)
        const asked = webRequest(request, config, link?.pressed)
        const admission = await admit(request)
        const response = await counted(pathOf(request.url), () =>
          evenly(pathOf(request.url), () =>
            withMails(services, () =>
              withAuthErrors(willPass, () =>
                withAdmission(admission, () =>
                  withProof(() => inTurn(pathOf(request.url), () => answerOf(auth, asked))),
                ),
              ),
            ),
          ),
        )
        crashPoint('auth.answered')
        replaced.end(asked, reply.raw)
        const answer = await restoreAnswer(
          asked,
          AUTH_PATH,
          await refusedAsEnded(response, pathOf(request.url), lives, services.database),
        )
        const token = sessionToken(request.headers.cookie ?? '', authCookies.sessionToken.name, secret)
        return sendAnswer(
          reply,
          pathOf(request.url) === '/get-session' && replaced.has(token) ? keepingSession(answer) : answer,
        )
      },
    })
  })
}

/**
 * Paths that hash a password. Their number at once is limited to a few seconds of work; further requests are told to
 * retry, so that other requests are still served.
 */
const isHashing = (path: string) =>
  /^\/(sign-in\/(email|username)|sign-up\/|reset-password|change-password|delete-user)/.test(path)
const MOST_HASHING = 64

/**
 * Longer than either path takes, including writing the mail, so that timing does not reveal whether an address is
 * known.
 */
const FLOOR_MS: Milliseconds = 250
const even: ReadonlySet<string> = new Set(['/forget-password', '/sign-in/magic-link'])

function evenly<T>(path: string, work: () => Promise<T>): Promise<T> {
  return even.has(path) ? inConstantTime(FLOOR_MS, work) : work()
}

const SESSION_PATH = `${AUTH_PATH}/get-session`

/**
 * The library builds its router anew for each request, a fifth of what it takes to read a session. So the request that
 * every page makes calls its endpoint itself, with the same hooks; whatever fails there fails in the router's way.
 */
async function answerOf(auth: Auth, asked: Request): Promise<Response> {
  const { pathname, search } = new URL(asked.url)
  if (asked.method !== 'GET' || pathname !== SESSION_PATH || search !== '') return auth.handler(asked)
  return auth.api
    .getSession({ headers: asked.headers, request: asked, asResponse: true })
    .catch(() => auth.handler(asked))
}

function sendForeign(reply: FastifyReply): FastifyReply {
  return reply.code(403).header('cache-control', 'no-store').send({ message: 'Invalid origin', code: 'INVALID_ORIGIN' })
}

function pathOf(url: string): string {
  return url.slice(AUTH_PATH.length).split('?', 1)[0] ?? ''
}

async function sendAnswer(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  reply.code(answer.status)
  for (const [name, value] of answer.headers) if (name !== 'set-cookie') reply.header(name, value)
  const cookies = singleCookies(answer.headers.getSetCookie())
  if (cookies.length > 0) reply.header('set-cookie', cookies)
  reply.header('cache-control', 'no-store')
  return reply.send(answer.body ? await answer.text() : undefined)
}

/** The headers for Better Auth: without forwarded headers, with the client address that we determined. */
function webHeaders(request: FastifyRequest, config: Config): Headers {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || name === 'cookie' || name.startsWith('x-forwarded-') || name === 'forwarded') continue
    kept[name] = Array.isArray(value) ? value.join(', ') : value
  }
  const cookie = withoutStaleCopy(request, config.SESSION_CACHE_SECONDS)
  if (cookie) kept['cookie'] = cookie
  kept['x-real-client-ip'] = clientAddress(request.raw, config.TRUSTED_PROXIES)
  withOrigin(kept, request.method, config.baseUrl)
  return new Headers(kept)
}

/**
 * Builds the URL from our own address, whatever Host says, so that no link leads elsewhere. A link whose button was
 * pressed is requested as a program would.
 */
function webRequest(request: FastifyRequest, config: Config, pressed?: string): Request {
  const headers = webHeaders(request, config)
  if (pressed !== undefined) {
    for (const name of ['content-type', 'content-length']) headers.delete(name)
    return new Request(new URL(pressed, config.baseUrl), { headers })
  }
  const body =
    request.method === 'POST' && Buffer.isBuffer(request.body) && request.body.length > 0
      ? new Uint8Array(request.body)
      : undefined
  return new Request(new URL(withoutFalse(request.url), config.baseUrl), {
    method: request.method,
    headers,
    ...(body && { body }),
  })
}
