import dns from 'node:dns';
import { BlockList, isIPv4, type LookupFunction } from 'node:net';

/** A name has an address that is not on the internet. The code goes into log lines. */
export class PrivateAddressError extends Error {
  readonly code = 'PRIVATE_ADDRESS';

  constructor() {
    super('The host has an address that is not public');
  }
}

/** Special-purpose addresses (IANA's registry), and multicast. */
const NOT_PUBLIC = new BlockList();
for (const range of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
])
  NOT_PUBLIC.addSubnet(...parts(range), 'ipv4');

/** Protocol assignments with Teredo, documentation, and 6to4, which holds an IPv4 address. */
for (const range of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])
  NOT_PUBLIC.addSubnet(...parts(range), 'ipv6');

/** Other IPv6 addresses are local ones, multicast, and those that hold an IPv4 address. */
const GLOBAL_UNICAST = new BlockList();
GLOBAL_UNICAST.addSubnet('2000::', 3, 'ipv6');

function parts(range: string): [address: string, prefix: number] {
  const [address = '', prefix] = range.split('/');
  return [address, Number(prefix)];
}

function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !NOT_PUBLIC.check(address, 'ipv4');
  return GLOBAL_UNICAST.check(address, 'ipv6') && !NOT_PUBLIC.check(address, 'ipv6');
}

/** Fails when an address of the host is not public. The connection uses the addresses that were checked. */
export const lookupPublic: LookupFunction = (host, options, callback) => {
  dns.lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    if (!addresses.every(({ address }) => isPublicAddress(address))) return callback(new PrivateAddressError(), []);
    if (options.all) return callback(null, addresses);
    callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
  });
};

/** Resolves a host without connecting. @throws {PrivateAddressError | Error} when it cannot be resolved */
export function checkPublic(host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    lookupPublic(host, { all: true }, (error) => (error ? reject(error) : resolve()));
  });
}
