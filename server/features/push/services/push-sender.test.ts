import { createPublicKey, verify } from 'node:crypto';
import dns from 'node:dns';
import { createServer } from 'node:https';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { makeSelfSignedCertificate } from '#fixtures/push/self-signed-certificate.ts';
import { Refused, RetryLater } from '#server/features/deliveries/index.ts';
import { PushService, type ReceivedPush } from '#tests/support/push/push-service.ts';
import { listen } from '#tests/support/servers/listen.ts';
import { createPushSender } from './push-sender.ts';
import { makeVapidKeys } from './vapid.ts';

const service = await PushService.open();
const KEYS = makeVapidKeys();
afterEach(() => vi.restoreAllMocks());
afterAll(() => service.close());

function sendTo(endpoint: string, pushHosts: string[] = []) {
  const sender = createPushSender({ keys: KEYS, vapidSubject: 'mailto:operator@example.org', pushHosts });
  const { keys } = service.device('phone').subscription;
  return sender.send({ device: 'a device', endpoint, ...keys }, { payload: '{}', tag: 'test', isUrgent: false });
}

test('an endpoint at a host that is not listed is not called', async () => {
  const lookup = vi.spyOn(dns, 'lookup');
  for (const endpoint of [`https://${service.host}/push`, 'https://10.0.0.1/', `http://${service.host}/`, 'nothing'])
    await expect(sendTo(endpoint)).rejects.toEqual(new Refused('its push service is not listed'));
  expect(lookup).not.toHaveBeenCalled();
  expect(service.strays).toEqual([]);
});

test('a host that cannot prove its name with a certificate gets nothing', async () => {
  const called = vi.fn();
  const { port, close } = await listen(createServer(makeSelfSignedCertificate(), called));
  const sent = sendTo(`https://127.0.0.1:${port}/push`, [`127.0.0.1:${port}`]);
  await expect(sent).rejects.toEqual(new RetryLater('it could not be reached (DEPTH_ZERO_SELF_SIGNED_CERT)'));
  expect(called).not.toHaveBeenCalled();
  await close();
});

test('a push is signed for its push service, for twelve hours', async () => {
  const { subscription, pushes } = service.device('signed');
  const sender = createPushSender({ keys: KEYS, vapidSubject: 'mailto:me@example.org', pushHosts: [service.host] });
  const to = { device: 'a device', endpoint: subscription.endpoint, ...subscription.keys };
  await sender.send(to, { payload: '{"a":1}', tag: 'test', isUrgent: true });
  const [{ headers, payload }] = pushes() as [ReceivedPush];
  expect(payload).toEqual({ a: 1 });
  const [, header, claims, signature, key] = /^vapid t=(.+)\.(.+)\.(.+), k=(.+)$/.exec(headers.authorization!)!;
  const point = Buffer.from(key!, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isValid = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature!, 'base64url'),
  );
  expect([isValid, key]).toEqual([true, KEYS.publicKey]);
  const { aud, sub, exp } = JSON.parse(String(Buffer.from(claims!, 'base64url')));
  expect([aud, sub]).toEqual([`https://${service.host}`, 'mailto:me@example.org']);
  expect(exp - Date.now() / 1_000).toBeGreaterThan(11.9 * 3_600);
  expect(exp - Date.now() / 1_000).toBeLessThanOrEqual(12 * 3_600);
});
