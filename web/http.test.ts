import { afterEach, describe, expect, it, vi } from 'vitest';
import { CallError, call, onUnauthorized } from './http.ts';

function serverAnswers(status: number, body: string) {
  const fetch = vi.fn(async (_path: string, _init: RequestInit) => new Response(body, { status }));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

async function failureOf(calling: Promise<unknown>): Promise<CallError> {
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

  it('sends JSON and gives what was answered', async () => {
    const fetch = serverAnswers(200, '{"mood":"Green"}');
    await expect(call('PUT', '/api/users/1/info/mood', { mood: 'Green' })).resolves.toEqual({ mood: 'Green' });
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({ method: 'PUT', body: '{"mood":"Green"}' });
  });

  it('tells our errors by code and message', async () => {
    serverAnswers(403, '{"error":{"code":"not_connected","message":"You are not connected with this person."}}');
    expect(await failureOf(call('POST', '/api/messages', {}))).toMatchObject({
      status: 403,
      code: 'not_connected',
      message: 'You are not connected with this person.',
    });
  });

  it("keeps the identity provider's message as it is", async () => {
    serverAnswers(400, '{"code":"PASSWORD_TOO_SHORT","message":"Password too short"}');
    expect(await failureOf(call('POST', '/api/identity/sign-up/email', {}))).toMatchObject({
      code: 'invalid',
      message: 'Password too short',
    });
  });

  it('has words of its own for an answer that is no JSON', async () => {
    serverAnswers(502, '<h1>Bad gateway</h1>');
    expect(await failureOf(call('GET', '/api/messages'))).toMatchObject({ status: 502, code: 'unavailable' });
  });

  it("is 'offline' when no answer comes", async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await failureOf(call('GET', '/api/messages'))).toMatchObject({ status: 0, code: 'offline' });
  });

  it('reports a lost session, but not a wrong password', async () => {
    const report = vi.fn();
    const stop = onUnauthorized(report);
    serverAnswers(401, '{"code":"INVALID_EMAIL_OR_PASSWORD","message":"Invalid email or password"}');
    await failureOf(call('POST', '/api/identity/sign-in/email', {}));
    expect(report).not.toHaveBeenCalled();

    serverAnswers(401, '{"error":{"code":"not_signed_in","message":"User is not signed in."}}');
    await failureOf(call('GET', '/api/messages'));
    expect(report).toHaveBeenCalledOnce();
    stop();
  });
});
