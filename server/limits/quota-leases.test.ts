import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { SharedLimit } from './limit.ts';
import { RateLimitExceeded } from './limit-errors.ts';
import { createQuotaLeases } from './quota-leases.ts';

const AHEAD: SharedLimit = {
  what: 'ring',
  share: 4,
  ahead: true,
  whenUncounted: 'pass',
  rules: [{ most: 3, seconds: 60, words: 'Twelve a minute.' }],
};

/** Three shares for everybody. */
function setUp() {
  const asked: string[] = [];
  const shares = createQuotaLeases(async (_, whoms) => {
    asked.push(...whoms);
    const refused = whoms.filter((whom) => asked.filter((each) => each === whom).length > 3);
    return new Map(refused.map((whom) => [whom, new RateLimitExceeded('Twelve a minute.', 60)]));
  });
  return { asked, shares };
}

test('nobody but the first waits where a node asks ahead, and no more pass for it', async () => {
  const { asked, shares } = setUp();
  let waited = 0;
  for (let n = 0; n < 12; n++) {
    const turn = shares.take(AHEAD, 'ada');
    if (turn) waited += 1;
    await turn;
    // What was asked ahead is answered by now.
    await setImmediate();
  }
  expect(waited).toBe(1);
  expect(() => shares.take(AHEAD, 'ada')).toThrow('Twelve a minute.');
  // The fourth was the refusal: whoever is refused is not asked about again.
  expect(asked).toHaveLength(4);
});

test('many who need a share at once are asked about together, each gets their own', async () => {
  const { asked, shares } = setUp();
  const people = Array.from({ length: 50 }, (_, n) => `person ${n}`);
  await Promise.all(people.map((whom) => shares.take(AHEAD, whom)));
  expect(asked).toEqual(people);
});
