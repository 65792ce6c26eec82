import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal, refused } from '#shared/errors.ts'
import type { Config } from '../config.ts'
import { isLoopback } from '../config.ts'
import { bearerToken } from './bearer-token.ts'

/** Addresses whose pages may call us: the base address, and while listening on loopback its other spellings. */
export function trustedOrigins(config: Config, port: number = config.PORT): readonly string[] {
  const base = new URL(config.baseUrl).origin
  if (!isLoopback(config.HOST)) return [base]
  return [...new Set([base, `http://localhost:${port}`, `http://127.0.0.1:${port}`, `http://[::1]:${port}`])]
}

const BODY_TYPES = ['application/json', 'application/offset+octet-stream']

/**
 * Mail programs post a form here, from wherever they are (RFC 8058); the address itself carries the proof, and no
 * session counts.
 */
const ONE_CLICK = '/unsubscribe?'

/**
 * Refuses changing requests that another website made a browser send, and bodies of unknown kinds. A request with
 * neither Origin, Referer nor Sec-Fetch-Site is not a browser's and passes, and so does one with an API token, for
 * which cookies do not count; one without a body needs no content type.
 */
export function guardRequests(app: FastifyInstance, origins: () => readonly string[]): void {
  app.addHook('onRequest', async (request) => {
    if (hasTrickyPath(request.raw.url ?? '')) throw refused.not_found()
    // PostgreSQL knows no such character, and no word has it.
    if (/%00/.test(request.raw.url ?? '')) throw new Refusal(400, 'VALIDATION_ERROR', 'Invalid query parameters')
    if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return
    if (request.url.startsWith('/api/auth/')) return // Looked at there, with the specification’s words.
    if (request.url.startsWith(ONE_CLICK)) return
    if (bearerToken(request.headers) === undefined && !comesFromUs(request, origins())) throw refused.origin()
    const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
    const hasBody =
      Number(request.headers['content-length'] ?? 0) > 0 || request.headers['transfer-encoding'] !== undefined
    if (hasBody && !BODY_TYPES.includes(type ?? '')) throw refused.content_type()
  })
}

/** Whether no browser, or one that shows our own page, has sent it. */
export function comesFromUs(request: FastifyRequest, origins: readonly string[]): boolean {
  const { origin, referer, 'sec-fetch-site': site } = request.headers
  if (origin !== undefined) return origins.includes(origin)
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  if (referer !== undefined) return URL.canParse(referer) && origins.includes(new URL(referer).origin)
  return true
}

/**
 * Doubled slashes and encoded separators slip past rules that compare paths; so do dots, encoded too, and a fragment,
 * which URL() takes out when the sign-in library is asked.
 */
function hasTrickyPath(url: string): boolean {
  const path = url.split('?')[0] ?? ''
  return /\/\/|\\|#|%2f|%5c|%00|\/(\.|%2e){1,2}(\/|$)/i.test(path)
}
