import { afterAll, vi } from 'vitest';
import { PATIENCE_MS } from './patience.ts';

// vitest has a setting for the patience of `expect.poll`, but none for this.
const { waitFor } = vi;
vi.waitFor = (check, options) =>
  waitFor(check, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options });
// One process runs many files.
afterAll(() => {
  vi.waitFor = waitFor;
});
