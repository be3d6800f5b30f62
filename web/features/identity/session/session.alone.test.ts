import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const ADA = {
  uid: '1',
  email: 'ada@example.com',
  displayName: 'Ada Lovelace',
  firstname: 'Ada',
  lastname: 'Lovelace',
  initials: 'AL',
  phonenumber: '',
};
const { uid, displayName, ...rest } = ADA;
const PROVIDERS_ADA = { user: { ...rest, id: uid, name: displayName, mood: 'Green', emailVerified: false } };

let storage: Map<string, string>;
beforeEach(() => {
  storage = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function providerAnswers(answer: unknown) {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(answer)));
}

/** A new tab: the module keeps the signed-in user, so it is loaded anew. */
async function openTab() {
  vi.resetModules();
  const session = await import('./session.ts');
  const listener = vi.fn();
  session.onSessionChange(listener);
  expect(listener).not.toHaveBeenCalled();
  return { ...session, listener };
}

test.each([
  ['the provider knows it', null, () => providerAnswers(PROVIDERS_ADA), ADA],
  ['it has ended', ADA, () => providerAnswers(null), null],
  ['the network is lost', ADA, () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed'))), ADA],
])('a check when %s notifies the listeners once, and stores the user', async (_, stored, answer, expected) => {
  if (stored) storage.set('user', JSON.stringify(stored));
  answer();
  const { checkSession, listener } = await openTab();
  await checkSession();
  await checkSession();
  expect(listener).toHaveBeenCalledExactlyOnceWith(expected);
  expect(JSON.parse(storage.get('user') ?? 'null')).toEqual(expected);
});

test.each([
  ['accepted', () => Promise.resolve()],
  ['refused', () => Promise.reject(new Error('The password is wrong.'))],
])('it is not checked while a call that is %s replaces it: the old cookie may be invalid by then', async (_, end) => {
  storage.set('user', JSON.stringify(ADA));
  providerAnswers(null);
  const { checkSession, listener } = await openTab();
  const { changeSession } = await import('#web/calls/change-session.ts');
  const called = Promise.withResolvers<void>();
  const replaced = changeSession(() => called.promise.then(end)).catch(() => {});
  const checked = checkSession();
  await new Promise((done) => setTimeout(done));
  expect(listener).not.toHaveBeenCalled();

  providerAnswers(PROVIDERS_ADA);
  called.resolve();
  await Promise.all([replaced, checked]);
  expect(listener).toHaveBeenCalledExactlyOnceWith(ADA);
});

test('an answer that a sign-in has overtaken is ignored', async () => {
  const { checkSession, setSessionUser, listener } = await openTab();
  const answer = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => answer.promise);
  const checked = checkSession();
  setSessionUser(ADA);
  answer.resolve(new Response('null'));
  await checked;
  expect(listener).toHaveBeenCalledExactlyOnceWith(ADA);
});

test('an invitation that was opened survives a log-in, and no log-out, in another tab neither', async () => {
  storage.set('user', JSON.stringify(ADA));
  providerAnswers(null);
  const { checkSession, setSessionUser } = await openTab();
  const { pendingInvite } = await import('#web/features/invites/index.ts');
  pendingInvite.keep('code');
  // The person had opened it with a session that had ended long ago.
  await checkSession();
  setSessionUser(ADA);
  expect(pendingInvite.read()).toBe('code');
  await checkSession();
  expect(pendingInvite.read()).toBeUndefined();
  pendingInvite.keep('code');
  setSessionUser(null);
  expect(pendingInvite.read()).toBeUndefined();
});

test('a page that the browser kept is checked when it returns, and loaded anew for another person', async () => {
  const reload = vi.fn();
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { reload } }));
  const { setSessionUser, watchSession, listener } = await openTab();
  setSessionUser(ADA);
  watchSession();
  const returns = () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  providerAnswers({ user: { ...PROVIDERS_ADA.user, initials: 'A' } });
  returns();
  await vi.waitFor(() => expect(listener).toHaveBeenLastCalledWith({ ...ADA, initials: 'A' }));
  expect(reload).not.toHaveBeenCalled();
  storage.set('user', JSON.stringify({ ...ADA, uid: '2' }));
  returns();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a broken stored user is read as null', async () => {
  const { readStoredUser } = await import('#web/stored-user.ts');
  for (const broken of ['{', 'null', '[]', '{"uid":"1"}']) {
    storage.set('user', broken);
    expect(readStoredUser()).toBeNull();
  }
});
