import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { readiness } from '../health.ts'

/** The default policy; pages replace it with one that allows their scripts. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** A worker may fetch from us and the store, and compile the hashing module. */
export function workerPolicy(store: string | undefined): string {
  return (
    `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; ` +
    `connect-src ${ours(store)}; frame-ancestors 'none'; base-uri 'none'`
  )
}

/** The policy of the client's pages. Style elements that libraries add carry the page's nonce. */
export function pagePolicy(nonce: string, store: string | undefined): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `media-src ${ours(store)} blob:`,
    `connect-src ${ours(store)}`,
    "worker-src 'self'",
    // Previews of PDF files, which are sandboxed by their own answer.
    "frame-src 'self'",
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
}

/** Our origin, and the store's if browsers are redirected there. */
function ours(store: string | undefined): string {
  return store === undefined ? "'self'" : `'self' ${new URL(store).origin}`
}

/** Default headers of all answers; routes may override them. */
export function cautiousHeaders(config: Config): Readonly<Record<string, string>> {
  return {
    'content-security-policy': NOTHING,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(self), payment=(), usb=()',
    'x-frame-options': 'DENY',
    ...(config.baseUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

export function securityHeaders(app: FastifyInstance, config: Config): void {
  const headers = cautiousHeaders(config)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    // Answers may be private to one user, so no cache stores them; files set their own lifetime.
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    // For the client's banner: every answer reports it, and so also its end.
    if (readiness.full) reply.header('roughmix-disk', 'full')
    done()
  })
}
