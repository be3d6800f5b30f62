import { afterEach, describe, expect, it, vi } from 'vitest';
import { CallError, call, onUnauthorized } from './http.ts';

function stubAnswer(status: number, body: string) {
  const fetch = vi.fn(async (_path: string, _init: RequestInit) => new Response(body, { status }));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

async function errorOf(calling: Promise<unknown>): Promise<CallError> {
  const failure = await calling.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(failure instanceof CallError)) throw new Error('The call should have failed with a CallError.');
  return failure;
}

describe('a call to our API', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('sends JSON and returns the answer', async () => {
    const fetch = stubAnswer(200, '{"mood":"Green"}');
    await expect(call('PUT', '/api/users/1/info/mood', { mood: 'Green' })).resolves.toEqual({ mood: 'Green' });
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({ method: 'PUT', body: '{"mood":"Green"}' });
  });

  it('throws our errors with code and message', async () => {
    stubAnswer(403, '{"error":{"code":"not_connected","message":"You are not connected with this person."}}');
    expect(await errorOf(call('POST', '/api/messages', {}))).toMatchObject({
      status: 403,
      code: 'not_connected',
      message: 'You are not connected with this person.',
    });
  });

  it("keeps the identity provider's message", async () => {
    stubAnswer(400, '{"code":"PASSWORD_TOO_SHORT","message":"Password too short"}');
    expect(await errorOf(call('POST', '/api/identity/sign-up/email', {}))).toMatchObject({
      code: 'invalid',
      message: 'Password too short',
    });
  });

  it('has its own message for an answer that is not JSON', async () => {
    stubAnswer(502, '<h1>Bad gateway</h1>');
    expect(await errorOf(call('GET', '/api/messages'))).toMatchObject({ status: 502, code: 'unavailable' });
  });

  it("throws 'offline' without an answer", async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await errorOf(call('GET', '/api/messages'))).toMatchObject({ status: 0, code: 'offline' });
  });

  it('reports an ended session, but not a wrong password', async () => {
    const report = vi.fn();
    const stop = onUnauthorized(report);
    stubAnswer(401, '{"code":"INVALID_EMAIL_OR_PASSWORD","message":"Invalid email or password"}');
    await errorOf(call('POST', '/api/identity/sign-in/email', {}));
    expect(report).not.toHaveBeenCalled();

    stubAnswer(401, '{"error":{"code":"not_signed_in","message":"User is not signed in."}}');
    await errorOf(call('GET', '/api/messages'));
    expect(report).toHaveBeenCalledOnce();
    stop();
  });
});
