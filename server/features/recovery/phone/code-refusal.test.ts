import { expect, test } from 'vitest';
import type { Context } from '#server/context.ts';
import { codeRefusal } from './code-refusal.ts';

test('a number is read once for the same settings, however often its person looks at it', () => {
  const refusalIn = (...textCountries: string[]) => {
    const context = { outbox: { canSend: true }, config: { defaultCountry: 'US', textCountries } };
    return codeRefusal(context as unknown as Context, '+4915123456789');
  };
  const refusal = refusalIn('US');
  expect(refusal).toBeTypeOf('function');
  expect(refusalIn('US')).toBe(refusal);
  expect(refusalIn('DE')).toBeNull();
});
