import { expect, test } from 'vitest';
import { createEmergencyAllowance } from './emergency-allowance.ts';

const HOUR_MS = 60 * 60 * 1000;

test('one person has 25 an hour, one number three, and all people of a node together 100', () => {
  let time = 0;
  const allowance = createEmergencyAllowance(() => time);
  /** Takes 60 texts to different numbers. @returns how many were allowed */
  const takeMany = (payer: string) =>
    Array.from({ length: 60 }, (_, n) => allowance.take(payer, `${payer} ${n}`)).filter(Boolean).length;

  const neighbours = ['joan', 'mary', 'tim', 'mei'].map((payer) => allowance.take(payer, '+14155550101'));
  expect(neighbours).toEqual([true, true, true, false]);
  expect(['ada', 'grace', 'alan', 'sam', 'eve'].map(takeMany)).toEqual([25, 25, 25, 22, 0]);
  time = HOUR_MS - 1;
  expect(takeMany('ada')).toBe(0);
  time = HOUR_MS;
  expect(takeMany('ada')).toBe(25);
});
