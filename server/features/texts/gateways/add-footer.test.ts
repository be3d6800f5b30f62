import { expect, test } from 'vitest';
import { addFooter } from './add-footer.ts';

test('the operator’s words stand below every text, and nothing else changes', async () => {
  const received: unknown[] = [];
  const gateway = {
    name: 'a gateway',
    provider: 'android' as const,
    send: async (text: object) => {
      received.push(text);
      return { providerId: 'p' };
    },
  };
  const { general, welcome } = addFooter({ general: gateway }, 'Reply STOP to stop.');
  expect([general?.name, general?.provider, welcome]).toEqual(['a gateway', 'android', undefined]);
  const text = { id: 'i', phoneNumber: '1', message: 'Hello' };
  expect(await general?.send(text, new AbortController().signal)).toEqual({ providerId: 'p' });
  expect(received).toEqual([{ ...text, message: 'Hello\nReply STOP to stop.' }]);
  expect(addFooter({ general: gateway }, undefined)).toEqual({ general: gateway });
});
