import { BlockList, isIP } from 'node:net'

/** IPv4 ranges that are not single hosts on the internet (IANA special-purpose registry; RFC 6890 and later). */
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
 * The IPv6 range routed on the internet, and inside it the ranges that lead elsewhere: Teredo and other protocols,
 * documentation, 6to4, SRv6.
 */
const global6 = new BlockList()
add(global6, '2000::/3', 'ipv6')
const special6 = new BlockList()
for (const range of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']) add(special6, range, 'ipv6')

/**
 * Whether an address belongs to a host on the internet, and not to this machine, its network or a cloud's metadata
 * service. IPv4 embedded in IPv6 (mapped, NAT64) never counts as public: no host is reachable only that way.
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
