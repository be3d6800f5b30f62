import { randomUUID } from 'node:crypto';
import { generateSignedCookie } from 'hono/cookie';
import { expect, test } from 'vitest';
import { accountsOfDevice, knownDeviceCookie } from './device-cookie.ts';

const provider = {
  createAuthCookie: (name: string) => ({ name: `moodring.${name}`, attributes: {} }),
  secret: 'a secret',
} as Parameters<typeof accountsOfDevice>[0];

test('another signed cookie makes no known device, and a device cookie does', async () => {
  const of = (cookie: string) => accountsOfDevice(provider, cookie.split(';')[0]);
  const credentialVersion = randomUUID();
  expect(of(await knownDeviceCookie(provider, '', credentialVersion))).toMatchObject([{ credentialVersion }]);
  for (const value of ['x7Fq2mN8vB4kL1sD9wZ3cR6tY5uJ0aHe', `~${randomUUID()}`, randomUUID().slice(1)])
    expect(of(await generateSignedCookie('moodring.device', value, provider.secret)), value).toEqual([]);
});
