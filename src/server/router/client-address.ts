import type { IncomingMessage } from 'node:http'

/**
 * The one answer to "where does this request come from": the socket's peer, or, behind that many trusted proxies,
 * the hop they vouch for. Anything further left in X-Forwarded-For is the client's own word and ignored.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const peer = request.socket.remoteAddress ?? ''
  if (trustedProxies === 0) return normal(peer)
  const header = request.headers['x-forwarded-for']
  const hops = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map((hop) => hop.trim()).filter(Boolean)
  return normal(hops[Math.max(0, hops.length - trustedProxies)] ?? peer)
}

function normal(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/, '')
}
