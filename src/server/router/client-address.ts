import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'

/**
 * The client's address: the socket's peer, or with trusted proxies the hop that the outermost of them reports. Entries
 * further left in X-Forwarded-For come from the client and are ignored. The address is canonical, however a proxy
 * writes it; a value that is not an address (`unknown`, `unix:`) gives the peer. Empty list elements are skipped (RFC
 * 9110, 5.6.1.2).
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
 * Removes quotes, brackets, port and zone, which RFC 7239 and some proxies write; IPv6 in canonical form (RFC 5952).
 */
function addressOf(hop: string): string | undefined {
  const bare = hop.replace(/^"(.*)"$/, '$1').trim()
  const [, inBrackets] = /^\[([^\]]+)\](?::\d+)?$/.exec(bare) ?? []
  // In an IPv6 address without brackets the last group may look like a port; it is one only if the rest is a complete
  // address.
  for (const written of inBrackets === undefined ? [bare, bare.replace(/:\d+$/, '')] : [inBrackets]) {
    const address = written.split('%', 1)[0] ?? ''
    if (isIPv4(address)) return address
    if (isIPv6(address)) return canonical(address)
  }
  return undefined
}

/** An IPv4 client on an IPv6 socket is the same client. */
function canonical(address: string): string {
  const found = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(found) ?? []
  if (high === undefined || low === undefined) return found
  return [high, low].flatMap((pair) => [Number.parseInt(pair, 16) >> 8, Number.parseInt(pair, 16) & 255]).join('.')
}
