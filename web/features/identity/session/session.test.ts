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

function providerSays(answer: unknown) {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(answer)));
}

/** A tab that has just been opened: modules keep who is signed in. */
async function openTab() {
  vi.resetModules();
  return { ...(await import('./session.ts')), ...(await import('./on-session-change.ts')) };
}

describe('the session', () => {
  let kept: Map<string, string>;

  beforeEach(() => {
    kept = new Map();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('is told once it is verified, and the user is kept under the key user', async () => {
    const { uid, displayName, ...rest } = ADA;
    providerSays({ user: { ...rest, id: uid, name: displayName, mood: 'Green', emailVerified: false } });
    const { checkSession, onSessionChange } = await openTab();
    const listener = vi.fn();
    onSessionChange(listener);
    expect(listener).not.toHaveBeenCalled();
    await checkSession();
    expect(listener).toHaveBeenCalledExactlyOnceWith(ADA);
    expect(JSON.parse(kept.get('user')!)).toEqual(ADA);
  });

  it('clears the stored user when it has ended', async () => {
    kept.set('user', JSON.stringify(ADA));
    providerSays(null);
    const { checkSession, onSessionChange } = await openTab();
    const listener = vi.fn();
    onSessionChange(listener);
    await checkSession();
    expect(listener).toHaveBeenCalledExactlyOnceWith(null);
    expect(kept.has('user')).toBe(false);
  });

  it('outlives a lost network', async () => {
    kept.set('user', JSON.stringify(ADA));
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    const { checkSession, onSessionChange } = await openTab();
    const listener = vi.fn();
    onSessionChange(listener);
    await checkSession();
    expect(listener).toHaveBeenCalledExactlyOnceWith(ADA);
    expect(kept.has('user')).toBe(true);
  });

  it.each([
    ['taken', () => Promise.resolve()],
    ['refused', () => Promise.reject(new Error('The password is wrong.'))],
  ])(
    'is not looked at while a call replaces it, which is %s: the old cookie may be nobody’s by then',
    async (_, end) => {
      const { uid, displayName, ...rest } = ADA;
      kept.set('user', JSON.stringify(ADA));
      providerSays(null);
      const { checkSession, onSessionChange, replaceSession } = await openTab();
      const listener = vi.fn();
      onSessionChange(listener);
      const called = Promise.withResolvers<void>();
      const replaced = replaceSession(() => called.promise.then(end)).catch(() => {});
      const looked = checkSession();
      await new Promise((done) => setTimeout(done, 10));
      expect(listener).not.toHaveBeenCalled();

      providerSays({ user: { ...rest, id: uid, name: displayName } });
      called.resolve();
      await Promise.all([replaced, looked]);
      expect(listener).toHaveBeenCalledExactlyOnceWith(ADA);
    },
  );

  it('is not news when nothing has changed', async () => {
    providerSays(null);
    const { checkSession, onSessionChange } = await openTab();
    const listener = vi.fn();
    onSessionChange(listener);
    await checkSession();
    await checkSession();
    expect(listener).toHaveBeenCalledOnce();
  });

  it('ignores an answer that a sign-in has overtaken', async () => {
    const { checkSession, settleSession, currentUser } = await openTab();
    let answer: (response: Response) => void = () => {};
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
    const checked = checkSession();
    settleSession(ADA);
    answer(new Response('null'));
    await checked;
    expect(currentUser()).toEqual(ADA);
  });

  it('takes what it cannot read in the storage for nobody', async () => {
    const { readStoredUser } = await import('./stored-user.ts');
    for (const broken of ['{', 'null', '[]', '{"uid":"1"}']) {
      kept.set('user', broken);
      expect(readStoredUser()).toBeNull();
    }
  });
});
