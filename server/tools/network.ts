import { isIPv6 } from 'node:net'

/**
 * The network that an address stands for when tries are counted: an IPv4 address itself, of IPv6 the /64 that one household or firm is given, so
 * that nobody has 2⁶⁴ addresses to try from. An IPv4 address written as IPv6 is that address.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%', 1)
  if (!isIPv6(bare)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const groups = (text: string) => text.split(':').filter((group) => group !== '')
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length
  const all = [...groups(head), ...Array.from({ length: missing }, () => '0'), ...groups(tail ?? '')]
  return `${all.slice(0, 4).join(':')}::/64`
}
