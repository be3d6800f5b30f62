import { expect, test } from 'vitest';
import { Client, PASSWORD } from '#fixtures/client.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { clientAddress, lastHops } from './client-address.ts';
import { clientNetwork, clientSite } from './client-network.ts';

test.each([
  ['its peer, when no proxy is trusted', '10.0.0.9', '1.2.3.4', 0, '10.0.0.9'],
  ['its peer, when the proxy added nothing', '10.0.0.9', null, 1, '10.0.0.9'],
  ['its peer, when the header is blank', '10.0.0.9', ' ', 1, '10.0.0.9'],
  ['whom the one proxy saw', '10.0.0.9', '1.2.3.4', 1, '1.2.3.4'],
  ['whom the one proxy saw, whatever stands before', '10.0.0.9', '6.6.6.6, 1.2.3.4', 1, '1.2.3.4'],
  ['whom the outer of two proxies saw', '10.0.0.9', '6.6.6.6, 1.2.3.4, 10.0.0.8', 2, '1.2.3.4'],
  ['the first that is told, when there are fewer than proxies', '10.0.0.9', '1.2.3.4', 3, '1.2.3.4'],
  ['whom the proxy saw, without the port', '10.0.0.9', '1.2.3.4:5678', 1, '1.2.3.4'],
  ['whom the proxy saw by IPv6', '10.0.0.9', '6.6.6.6, 2001:db8::1', 1, '2001:db8::1'],
  ['whom the proxy saw by IPv6, without the port', '10.0.0.9', '[2001:db8::1]:5678', 1, '2001:db8::1'],
  ['whom the proxy saw by IPv6, without the brackets', '10.0.0.9', '[2001:db8::1]', 1, '2001:db8::1'],
  ['this machine, when nothing is known', undefined, null, 0, '127.0.0.1'],
])('a request comes from %s', (_, peer, forwardedFor, trustProxy, expected) => {
  expect(clientAddress(peer, forwardedFor, trustProxy)).toBe(expected);
});

test('of thousands of addresses that a caller adds before, few are read', () => {
  expect(lastHops(`${'a,'.repeat(7_500)} 1.2.3.4`, 1).length).toBeLessThan(101);
});

const servers = { direct: await startTestServer(), behindProxy: await startTestServer({ trustProxy: 1 }) };

test.each([
  ['direct', '127.0.0.1'],
  ['behindProxy', '1.2.3.4'],
] as const)('the address of a session (%s) is not what the caller says of themself', async (which, expected) => {
  const { origin, signUp, database } = servers[which];
  const ada = await signUp();
  await database.pool.query('delete from sessions');
  await new Client(origin).call(
    'POST',
    '/api/identity/sign-in/email',
    { email: ada.email, password: PASSWORD },
    { 'x-forwarded-for': '6.6.6.6, 1.2.3.4', 'x-moodring-client-address': '6.6.6.6', forwarded: 'for=6.6.6.6' },
  );
  const { rows } = await database.pool.query('select ip_address from sessions');
  expect(rows).toEqual([{ ip_address: expected }]);
});

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
