import { expect, test } from 'vitest';
import { RecentSessionEnds } from './recent-session-ends.ts';

test('a flood of ends uses little memory and hides no end', () => {
  const ends = new RecentSessionEnds();
  const before = ends.now;
  ends.add('ada');
  for (let n = 0; n < 3_000; n++) ends.add(`person ${n}`);
  const after = ends.now;
  expect(ends.hasSince('ada', before)).toBe(true);
  expect(ends.hasSince('person 2999', before)).toBe(true);
  expect(ends.hasSince('ada', after)).toBe(false);
  ends.addAll();
  expect(ends.hasSince('grace', after)).toBe(true);
});
