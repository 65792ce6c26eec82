import { BlockList, isIP } from 'node:net'

/** Of IPv4, what is no single machine on the internet (IANA, special-purpose registry; RFC 6890 and after). */
const special4 = new BlockList()
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
])
  add(special4, range, 'ipv4')

/**
 * Of IPv6, what is routed on the internet; and within it what leads elsewhere: Teredo and other protocols,
 * documentation, 6to4, SRv6.
 */
const global6 = new BlockList()
add(global6, '2000::/3', 'ipv6')
const special6 = new BlockList()
for (const range of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']) add(special6, range, 'ipv6')

/**
 * Whether an address is of a machine on the internet, and not of this machine, its network, or a cloud's own services.
 * An IPv4 address in IPv6 clothes (mapped, NAT64) is never: nobody is reached by such a name alone.
 */
export function isPublicAddress(address: string): boolean {
  const plain = address.split('%')[0] ?? ''
  if (isIP(plain) === 4) return !special4.check(plain, 'ipv4')
  if (isIP(plain) === 6) return global6.check(plain, 'ipv6') && !special6.check(plain, 'ipv6')
  return false
}

function add(list: BlockList, range: string, family: 'ipv4' | 'ipv6'): void {
  const [net = '', prefix = ''] = range.split('/')
  list.addSubnet(net, Number(prefix), family)
}
