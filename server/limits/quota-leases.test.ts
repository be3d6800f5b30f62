import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { LeasedLimit } from './limit.ts';
import { RateLimitExceeded } from './limit-errors.ts';
import { createQuotaLeases } from './quota-leases.ts';

const RENEWED_EARLY: LeasedLimit = {
  what: 'ring',
  leaseSize: 4,
  renewEarly: true,
  failMode: 'open',
  rules: [{ max: 3, seconds: 60, message: 'Twelve a minute.' }],
};

/** Leases where each person may have three. */
function setUp() {
  const counted: string[] = [];
  const leases = createQuotaLeases(async (_, whoms) => {
    counted.push(...whoms);
    const refused = whoms.filter((whom) => counted.filter((each) => each === whom).length > 3);
    return new Map(refused.map((whom) => [whom, new RateLimitExceeded('Twelve a minute.', 60)]));
  });
  return { counted, leases };
}

test('only the first use waits when leases are renewed early, and no more uses pass for it', async () => {
  const { counted, leases } = setUp();
  let waited = 0;
  for (let n = 0; n < 12; n++) {
    const waiting = leases.consume(RENEWED_EARLY, 'ada');
    if (waiting) waited += 1;
    await waiting;
    // The early renewal has its answer now.
    await setImmediate();
  }
  expect(waited).toBe(1);
  expect(() => leases.consume(RENEWED_EARLY, 'ada')).toThrow('Twelve a minute.');
  // The fourth count was refused. It is not repeated while the refusal lasts.
  expect(counted).toHaveLength(4);
});

test('leases that are needed at the same time are counted together', async () => {
  const { counted, leases } = setUp();
  const people = Array.from({ length: 50 }, (_, n) => `person ${n}`);
  await Promise.all(people.map((whom) => leases.consume(RENEWED_EARLY, whom)));
  expect(counted).toEqual(people);
});
