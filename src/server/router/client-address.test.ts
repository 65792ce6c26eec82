import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { clientGroup } from '../auth/limits/address-limits.ts'
import { clientAddress } from './client-address.ts'

/** Only what the function looks at. */
function from(peer: string, forwarded?: string | string[]): IncomingMessage {
  return {
    socket: { remoteAddress: peer },
    headers: { ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) },
  } as unknown as IncomingMessage
}

test.each([
  ['nobody is trusted by default: the peer counts, whatever it says', '198.51.100.7', '203.0.113.9', 0, '198.51.100.7'],
  ['an IPv4 peer on an IPv6 socket is the same client', '::ffff:198.51.100.7', undefined, 0, '198.51.100.7'],
  ['an IPv6 peer stays one', '2001:db8::7', undefined, 0, '2001:db8::7'],
  ['behind one proxy its word counts', '10.0.0.1', '203.0.113.9', 1, '203.0.113.9'],
  [
    'behind one proxy what the client wrote before it does not',
    '10.0.0.1',
    '1.1.1.1, 2.2.2.2, 203.0.113.9',
    1,
    '203.0.113.9',
  ],
  ['behind two proxies the hop before the last counts', '10.0.0.1', '1.1.1.1, 203.0.113.9, 10.0.0.2', 2, '203.0.113.9'],
  ['a header in several lines is one list', '10.0.0.1', ['1.1.1.1', '203.0.113.9'], 1, '203.0.113.9'],
  ['a proxy that says nothing leaves the peer', '10.0.0.1', undefined, 1, '10.0.0.1'],
  ['an empty list leaves the peer', '10.0.0.1', ' , ', 1, '10.0.0.1'],
] as const)('%s', (_, peer, forwarded, proxies, address) => {
  expect(clientAddress(from(peer, typeof forwarded === 'object' ? [...forwarded] : forwarded), proxies)).toBe(address)
})

describe('one client has one address, however a proxy writes it:', () => {
  test.each([
    [
      '203.0.113.9',
      '203.0.113.9:5555',
      '[203.0.113.9]:5555',
      '"203.0.113.9:5555"',
      ' 203.0.113.9 ',
      '203.0.113.9,',
      ', ,203.0.113.9',
      '::ffff:203.0.113.9',
      '::FFFF:CB00:7109',
      '0:0:0:0:0:ffff:203.0.113.9',
      '[::ffff:203.0.113.9]:443',
      '1.1.1.1, 203.0.113.9:1',
    ],
    [
      '2001:db8::1',
      '[2001:db8::1]:443',
      '[2001:db8::1]',
      '"[2001:db8::1]:443"',
      '2001:DB8:0:0:0:0:0:1',
      '2001:db8:0:0:0:0:0:1:443',
      '2001:0db8::0001',
      ' "[2001:db8::1]" ',
      '2001:db8::0.0.0.1',
    ],
    ['fe80::1', 'fe80::1%eth0', '[fe80::1%25eth0]:80'],
  ])('%s', (address, ...written) => {
    for (const one of written)
      expect({ one, address: clientAddress(from('10.0.0.1', one), 1) }).toEqual({ one, address })
  })

  test('a socket’s peer too', () => {
    for (const peer of ['::ffff:198.51.100.7', '::ffff:c633:6407'])
      expect(clientAddress(from(peer), 0)).toBe('198.51.100.7')
    expect(clientAddress(from('FE80::7%eth0'), 0)).toBe('fe80::7')
    expect(clientAddress({ socket: {}, headers: {} } as unknown as IncomingMessage, 0)).toBe('')
  })

  test('and an IPv6 address that looks like one with a port is in the same group', () => {
    const group = (hop: string) => clientGroup(clientAddress(from('10.0.0.1', hop), 1))
    expect(group('2001:db8::1:443')).toBe(group('[2001:db8::1]:443'))
  })
})

test.each([
  'unknown',
  '_hidden',
  'unix:',
  '""',
  '[]',
  '[',
  '[2001:db8::1',
  '[2001:db8::1]x',
  '2001:db8::1]:443',
  '1.2.3',
  '1.2.3.4.5',
  '256.1.1.1',
  '1.2.3.4:port',
  '01.2.3.4',
  ':::',
  'evil.example',
  '1.2.3.4 5.6.7.8',
  '__proto__',
  '%',
  '\u0000',
  'x'.repeat(5000),
])('what is no address, as %j, leaves the peer', (hop) => {
  expect(clientAddress(from('::ffff:10.0.0.1', hop), 1)).toBe('10.0.0.1')
  expect(clientAddress(from('10.0.0.1', `1.1.1.1, ${hop}, 10.0.0.2`), 2)).toBe('10.0.0.1')
})
