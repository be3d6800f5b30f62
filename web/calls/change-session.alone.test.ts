import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** A new tab: the modules keep the state of the session, so they are loaded anew. */
async function openTab() {
  vi.resetModules();
  const [http, session] = [await import('./http.ts'), await import('./change-session.ts')];
  return { ...http, ...session };
}

/** The fetches so far; each is answered by the test, or fails when it is aborted. */
let fetches: { path: string; answer: (body: string, status?: number) => void }[];

beforeEach(() => {
  fetches = [];
  vi.stubGlobal('fetch', (path: string, { signal }: RequestInit) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    signal?.addEventListener('abort', () => reject(signal.reason));
    fetches.push({ path, answer: (body, status = 200) => resolve(new Response(body, { status })) });
    return promise;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const paths = () => fetches.map(({ path }) => path);
const settle = () => new Promise((done) => setTimeout(done));

it('aborts the reads of personal data that are under way, and no other call', async () => {
  const { call, changeSession } = await openTab();
  const read = call('GET', '/api/users/1/connections').catch((error) => error.code);
  const write = call('PUT', '/api/users/1/info/mood', { mood: 'Dark' });
  const open = call('GET', '/api/installation');
  await settle();
  await changeSession(async () => {});
  expect(await read).toBe('offline');
  for (const { answer } of fetches) answer('{"ok":true}');
  expect(await Promise.all([write, open])).toEqual([{ ok: true }, { ok: true }]);
});

it.each([
  ['succeeds', () => Promise.resolve()],
  ['fails', () => Promise.reject(new Error('The password is wrong.'))],
])('holds new reads until a call that replaces the session %s', async (_, end) => {
  const { call, changeSession } = await openTab();
  const called = Promise.withResolvers<void>();
  const changed = changeSession(() => called.promise.then(end)).catch(() => {});
  const read = call('GET', '/api/messages?with=2');
  await settle();
  expect(paths()).toEqual([]);
  called.resolve();
  await changed;
  await vi.waitFor(() => expect(paths()).toEqual(['/api/messages?with=2']));
  fetches[0]!.answer('"here"');
  expect(await read).toBe('here');
});

it('sends no read after the session has ended, until somebody signs in', async () => {
  const { allowReads, call, changeSession, unauthorized } = await openTab();
  const report = vi.fn();
  unauthorized.add(report);
  const outer = Promise.withResolvers<void>();
  // One change inside another, as in 'Log out everywhere'.
  const changed = changeSession(async () => {
    await outer.promise;
    await changeSession(async () => allowReads(false));
  });
  const held = call('GET', '/api/users/1/settings').catch((error) => error.code);
  outer.resolve();
  await changed;
  expect(await held).toBe('not_signed_in');
  expect(await call('GET', '/api/users/1/settings').catch((error) => error.code)).toBe('not_signed_in');
  expect(paths()).toEqual([]);
  expect(report).not.toHaveBeenCalled();

  allowReads(true);
  void call('GET', '/api/users/2/settings').catch(() => {});
  await settle();
  expect(paths()).toEqual(['/api/users/2/settings']);
});
