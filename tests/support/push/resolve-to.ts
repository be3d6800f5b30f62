import dns from 'node:dns';
import { vi } from 'vitest';

type Done = (error: Error | null, ...found: unknown[]) => void;

function replaceLookup(answer: (done: Done) => void) {
  const lookup = (_: string, __: object, done: Done) => answer(done);
  return vi.spyOn(dns, 'lookup').mockImplementation(lookup as unknown as typeof dns.lookup);
}

/** Makes every name resolve to these addresses, until the mocks are restored. */
export function resolveTo(...addresses: string[]) {
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return replaceLookup((done) => setImmediate(done, null, found));
}

/** Makes no name resolve, until the mocks are restored. */
export function resolveNothing() {
  const error = Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' });
  return replaceLookup((done) => setImmediate(done, error));
}
