import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'

/**
 * The one answer to "where does this request come from": the socket's peer, or, behind that many trusted proxies, the
 * hop they vouch for. Anything further left in X-Forwarded-For is the client's own word and ignored. One client has one
 * address, however a proxy writes it; what is no address (`unknown`, `unix:`) leaves the peer. Empty elements of the
 * list count as nothing (RFC 9110, 5.6.1.2).
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const peer = request.socket.remoteAddress ?? ''
  const header = trustedProxies === 0 ? undefined : request.headers['x-forwarded-for']
  const hops = (Array.isArray(header) ? header.join(',') : (header ?? ''))
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean)
  return addressOf(hops[Math.max(0, hops.length - trustedProxies)] ?? '') ?? addressOf(peer) ?? peer
}

/**
 * Without quotes, brackets, port and zone, which RFC 7239 and some proxies write; IPv6 in its canonical form (RFC
 * 5952).
 */
function addressOf(hop: string): string | undefined {
  const bare = hop.replace(/^"(.*)"$/, '$1').trim()
  const [, inBrackets] = /^\[([^\]]+)\](?::\d+)?$/.exec(bare) ?? []
  // Of an IPv6 address without brackets the last group may look like a port: it is one only where the rest is whole.
  for (const written of inBrackets === undefined ? [bare, bare.replace(/:\d+$/, '')] : [inBrackets]) {
    const address = written.split('%', 1)[0] ?? ''
    if (isIPv4(address)) return address
    if (isIPv6(address)) return canonical(address)
  }
  return undefined
}

/** An IPv4 client of an IPv6 socket is the same client. */
function canonical(address: string): string {
  const found = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(found) ?? []
  if (high === undefined || low === undefined) return found
  return [high, low].flatMap((pair) => [Number.parseInt(pair, 16) >> 8, Number.parseInt(pair, 16) & 255]).join('.')
}
