import { expect, test, vi } from 'vitest';
import { keepSubscription } from './subscription.ts';

test('after a sign-out no notification of the person stays', async () => {
  const postMessage = vi.fn();
  const registration = { active: { postMessage } };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
  vi.stubGlobal('caches', { delete: async () => true });
  vi.stubGlobal('localStorage', {});
  await keepSubscription(undefined);
  // With an empty tag a browser lists all.
  expect(postMessage.mock.calls).toEqual([[{ type: 'close', tags: [''] }]]);
});
