import { isIPv6, SocketAddress } from 'node:net';

/** The network that limits count: an IPv4 address, or the first 64 bits of an IPv6 address, which a household has at least. */
export function clientNetwork(address: string): string {
  return networkOf(address, 4);
}

/** For what costs texts, mails or the photos of all: 48 bits of an IPv6 address. A subscriber has up to 65,536 networks. */
export function clientSite(address: string): string {
  return networkOf(address, 3);
}

function networkOf(address: string, groups: number): string {
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return bare;
  // Node writes the shortest form: '::' stands for groups of zeros.
  const shortest = new SocketAddress({ address: bare, family: 'ipv6' }).address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(shortest)?.[1];
  if (mapped) return mapped;
  const [before = '', after = ''] = shortest.split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after === '' ? [] : after.split(':');
  const all = [...head, ...Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0'), ...tail];
  return `${all.slice(0, groups).join(':')}::/${16 * groups}`;
}
