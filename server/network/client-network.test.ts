import { expect, test } from 'vitest';
import { clientNetwork, clientSite } from './client-network.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:0207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('%s is in the network %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});

test('the networks of one subscriber are one site', () => {
  expect(clientSite('2001:db8:1:1::1')).toBe('2001:db8:1::/48');
  expect(clientSite('2001:db8:1:ffff::1')).toBe(clientSite('2001:db8:1:1::1'));
  expect(clientSite('2001:db8:2:1::1')).not.toBe(clientSite('2001:db8:1:1::1'));
  expect(clientSite('192.0.2.1')).toBe('192.0.2.1');
});
