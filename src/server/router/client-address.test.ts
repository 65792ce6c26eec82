import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { clientAddress } from './client-address.ts'

/** Only what the function looks at. */
function from(peer: string, forwarded?: string | string[]): IncomingMessage {
  return { socket: { remoteAddress: peer }, headers: { ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) } } as unknown as IncomingMessage
}

test.each([
  ['nobody is trusted by default: the peer counts, whatever it says', '198.51.100.7', '203.0.113.9', 0, '198.51.100.7'],
  ['an IPv4 peer on an IPv6 socket is the same client', '::ffff:198.51.100.7', undefined, 0, '198.51.100.7'],
  ['an IPv6 peer stays one', '2001:db8::7', undefined, 0, '2001:db8::7'],
  ['behind one proxy its word counts', '10.0.0.1', '203.0.113.9', 1, '203.0.113.9'],
  ['behind one proxy what the client wrote before it does not', '10.0.0.1', '1.1.1.1, 2.2.2.2, 203.0.113.9', 1, '203.0.113.9'],
  ['behind two proxies the hop before the last counts', '10.0.0.1', '1.1.1.1, 203.0.113.9, 10.0.0.2', 2, '203.0.113.9'],
  ['a header in several lines is one list', '10.0.0.1', ['1.1.1.1', '203.0.113.9'], 1, '203.0.113.9'],
  ['a proxy that says nothing leaves the peer', '10.0.0.1', undefined, 1, '10.0.0.1'],
  ['an empty list leaves the peer', '10.0.0.1', ' , ', 1, '10.0.0.1'],
] as const)('%s', (_, peer, forwarded, proxies, address) => {
  expect(clientAddress(from(peer, typeof forwarded === 'object' ? [...forwarded] : forwarded), proxies)).toBe(address)
})
