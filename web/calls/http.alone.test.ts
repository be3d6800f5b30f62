import { afterEach, expect, test, vi } from 'vitest';
import { call, unauthorized } from './http.ts';

const answers = (status: number, body: string) => vi.stubGlobal('fetch', async () => new Response(body, { status }));
const errorOf = (path: string) => call('POST', path, {}).catch((error) => error);

afterEach(() => {
  vi.unstubAllGlobals();
});

test('an answer that is not JSON has a message of the app', async () => {
  answers(502, '<h1>Bad gateway</h1>');
  expect(await errorOf('/api/messages')).toMatchObject({ status: 502, code: 'unavailable' });
});

test('an ended session is reported, a wrong password is not', async () => {
  const report = vi.fn();
  const stop = unauthorized.add(report);
  answers(401, '{"code":"INVALID_EMAIL_OR_PASSWORD","message":"Invalid email or password"}');
  await errorOf('/api/identity/sign-in/email');
  expect(report).not.toHaveBeenCalled();
  answers(401, '{"error":{"code":"not_signed_in","message":"User is not signed in."}}');
  await errorOf('/api/messages');
  expect(report).toHaveBeenCalledOnce();
  stop();
});
