import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal, refused } from '#shared/errors.ts'
import type { Config } from '../config.ts'
import { isLoopback } from '../config.ts'
import { bearerToken } from './bearer-token.ts'

/** Origins whose pages may call us: the base URL, and on loopback its other spellings. */
export function trustedOrigins(config: Config, port: number = config.PORT): readonly string[] {
  const base = new URL(config.baseUrl).origin
  if (!isLoopback(config.HOST)) return [base]
  return [...new Set([base, `http://localhost:${port}`, `http://127.0.0.1:${port}`, `http://[::1]:${port}`])]
}

const BODY_TYPES = ['application/json', 'application/offset+octet-stream']

/**
 * Mail programs post a form here from anywhere (RFC 8058); the URL itself carries the proof, and the session is
 * ignored.
 */
const ONE_CLICK = '/unsubscribe?'

/** What another app shares arrives here if the service worker is away: only a page is answered, and nothing is read. */
export const SHARED_FILES = '/shared-files'

/**
 * Refuses changing requests that another website made a browser send, and bodies of unknown types. A request without
 * Origin, Referer and Sec-Fetch-Site is not from a browser and passes, as does one with an API token, which ignores
 * cookies. A request without a body needs no content type.
 */
export function guardRequests(app: FastifyInstance, origins: () => readonly string[]): void {
  app.addHook('onRequest', (request, _, done) => done(whyRefused(request, origins)))
}

function whyRefused(request: FastifyRequest, origins: () => readonly string[]): Refusal | undefined {
  if (hasTrickyPath(request.raw.url ?? '')) return refused.not_found()
  // PostgreSQL cannot store NUL, and no valid text contains it.
  if (/%00/.test(request.raw.url ?? '')) return new Refusal(400, 'VALIDATION_ERROR', 'Invalid query parameters')
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return undefined
  if (request.url.startsWith('/api/auth/')) return undefined // Checked there, with the specification’s messages.
  if (request.url.startsWith(ONE_CLICK) || request.url === SHARED_FILES) return undefined
  if (bearerToken(request.headers) === undefined && !comesFromUs(request, origins())) return refused.origin()
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  const hasBody =
    Number(request.headers['content-length'] ?? 0) > 0 || request.headers['transfer-encoding'] !== undefined
  return hasBody && !BODY_TYPES.includes(type ?? '') ? refused.content_type() : undefined
}

/** Whether the request comes from a program or from a page of ours. */
export function comesFromUs(request: FastifyRequest, origins: readonly string[]): boolean {
  const { origin, referer, 'sec-fetch-site': site } = request.headers
  if (origin !== undefined) return origins.includes(origin)
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  if (referer !== undefined) return URL.canParse(referer) && origins.includes(new URL(referer).origin)
  return true
}

/**
 * Doubled slashes and encoded separators bypass rules that compare paths; so do dots, also encoded, and a fragment,
 * which URL() removes before the sign-in library sees it.
 */
function hasTrickyPath(url: string): boolean {
  const path = url.split('?')[0] ?? ''
  return /\/\/|\\|#|%2f|%5c|%00|\/(\.|%2e){1,2}(\/|$)/i.test(path)
}
