import { expect, test } from 'vitest';
import { createEmergencyAllowance } from './emergency-allowance.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Takes so many, each to a number of its own. @returns how many there were */
function takeMany(share: ReturnType<typeof createEmergencyAllowance>, times: number, payer = 'ada'): number {
  return Array.from({ length: times }, (_, n) => share.take(payer, `${payer} ${n}`)).filter(Boolean).length;
}

test('one person has 25 an hour, all people of a node together 100', () => {
  const share = createEmergencyAllowance(() => 0);
  expect(takeMany(share, 60)).toBe(25);
  expect(['grace', 'alan', 'joan', 'mary'].map((payer) => takeMany(share, 60, payer))).toEqual([25, 25, 25, 0]);
});

test('one number gets three an hour', () => {
  const share = createEmergencyAllowance(() => 0);
  const payers = ['ada', 'grace', 'alan', 'joan'];
  expect(payers.map((payer) => share.take(payer, '+14155550101'))).toEqual([true, true, true, false]);
});

test('after an hour there are as many again', () => {
  let time = 0;
  const share = createEmergencyAllowance(() => time);
  takeMany(share, 60);
  time = HOUR_MS - 1;
  expect(takeMany(share, 60)).toBe(0);
  time = HOUR_MS;
  expect(takeMany(share, 60)).toBe(25);
});
