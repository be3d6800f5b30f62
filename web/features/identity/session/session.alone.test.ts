import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const ADA = {
  uid: '1',
  email: 'ada@example.com',
  displayName: 'Ada Lovelace',
  firstname: 'Ada',
  lastname: 'Lovelace',
  initials: 'AL',
  phonenumber: '',
};

function providerAnswers(answer: unknown) {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(answer)));
}

/** A new tab: the module keeps the signed-in user, so it is loaded anew. */
async function openTab() {
  vi.resetModules();
  return import('./session.ts');
}

describe('the session', () => {
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

  it('notifies its listeners once it is checked, and stores the user under the key user', async () => {
    const { uid, displayName, ...rest } = ADA;
    providerAnswers({ user: { ...rest, id: uid, name: displayName, mood: 'Green', emailVerified: false } });
    const { checkSession, onSessionChange } = await openTab();
    const listener = vi.fn();
    onSessionChange(listener);
    expect(listener).not.toHaveBeenCalled();
    await checkSession();
    expect(listener).toHaveBeenCalledExactlyOnceWith(ADA);
    expect(JSON.parse(storage.get('user')!)).toEqual(ADA);
  });

  it('clears the stored user when it has ended', async () => {
    storage.set('user', JSON.stringify(ADA));
    providerAnswers(null);
    const { checkSession, onSessionChange } = await openTab();
    const listener = vi.fn();
    onSessionChange(listener);
    await checkSession();
    expect(listener).toHaveBeenCalledExactlyOnceWith(null);
    expect(storage.has('user')).toBe(false);
  });

  it('survives a lost network', async () => {
    storage.set('user', JSON.stringify(ADA));
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    const { checkSession, onSessionChange } = await openTab();
    const listener = vi.fn();
    onSessionChange(listener);
    await checkSession();
    expect(listener).toHaveBeenCalledExactlyOnceWith(ADA);
    expect(storage.has('user')).toBe(true);
  });

  it.each([
    ['accepted', () => Promise.resolve()],
    ['refused', () => Promise.reject(new Error('The password is wrong.'))],
  ])('is not checked while a call that is %s replaces it: the old cookie may be invalid by then', async (_, end) => {
    const { uid, displayName, ...rest } = ADA;
    storage.set('user', JSON.stringify(ADA));
    providerAnswers(null);
    const { checkSession, onSessionChange } = await openTab();
    const { changeSession } = await import('#web/change-session.ts');
    const listener = vi.fn();
    onSessionChange(listener);
    const called = Promise.withResolvers<void>();
    const replaced = changeSession(() => called.promise.then(end)).catch(() => {});
    const checked = checkSession();
    await new Promise((done) => setTimeout(done, 10));
    expect(listener).not.toHaveBeenCalled();

    providerAnswers({ user: { ...rest, id: uid, name: displayName } });
    called.resolve();
    await Promise.all([replaced, checked]);
    expect(listener).toHaveBeenCalledExactlyOnceWith(ADA);
  });

  it('does not notify its listeners when nothing changed', async () => {
    providerAnswers(null);
    const { checkSession, onSessionChange } = await openTab();
    const listener = vi.fn();
    onSessionChange(listener);
    await checkSession();
    await checkSession();
    expect(listener).toHaveBeenCalledOnce();
  });

  it('ignores an answer that a sign-in has overtaken', async () => {
    const { checkSession, setSessionUser, currentUser } = await openTab();
    let answer: (response: Response) => void = () => {};
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
    const checked = checkSession();
    setSessionUser(ADA);
    answer(new Response('null'));
    await checked;
    expect(currentUser()).toEqual(ADA);
  });

  it('reads a broken stored user as null', async () => {
    const { readStoredUser } = await import('./stored-user.ts');
    for (const broken of ['{', 'null', '[]', '{"uid":"1"}']) {
      storage.set('user', broken);
      expect(readStoredUser()).toBeNull();
    }
  });
});
