import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { readiness } from '../health.ts'

/** Sent with everything; pages replace the policy with one that lets their own scripts run. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** What a worker may do: fetch from us and from the store, and compile the hashing module. */
export function workerPolicy(store: string | undefined): string {
  return (
    `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; ` +
    `connect-src ${ours(store)}; frame-ancestors 'none'; base-uri 'none'`
  )
}

/** What the client's pages may do. Style elements that libraries add carry the page's nonce. */
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
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
}

/** Us, and the store where browsers are sent there. */
function ours(store: string | undefined): string {
  return store === undefined ? "'self'" : `'self' ${new URL(store).origin}`
}

/** What every answer says unless its route says otherwise. */
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
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers)
    // What one person may see is kept by no cache, theirs included; files say how long they may be.
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    // For the banner: whatever a page asks, it learns of it, and of its end.
    if (readiness.full) reply.header('roughmix-disk', 'full')
  })
}
