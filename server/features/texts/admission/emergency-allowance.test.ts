import { expect, test } from 'vitest';
import { createEmergencyAllowance } from './emergency-allowance.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Takes texts to different numbers. @returns how many were allowed */
function takeMany(allowance: ReturnType<typeof createEmergencyAllowance>, times: number, payer = 'ada'): number {
  return Array.from({ length: times }, (_, n) => allowance.take(payer, `${payer} ${n}`)).filter(Boolean).length;
}

test('one person has 25 an hour, all people of a node together 100', () => {
  const allowance = createEmergencyAllowance(() => 0);
  expect(takeMany(allowance, 60)).toBe(25);
  expect(['grace', 'alan', 'joan', 'mary'].map((payer) => takeMany(allowance, 60, payer))).toEqual([25, 25, 25, 0]);
});

test('one number gets three an hour', () => {
  const allowance = createEmergencyAllowance(() => 0);
  const payers = ['ada', 'grace', 'alan', 'joan'];
  expect(payers.map((payer) => allowance.take(payer, '+14155550101'))).toEqual([true, true, true, false]);
});

test('after an hour the allowance is full again', () => {
  let time = 0;
  const allowance = createEmergencyAllowance(() => time);
  takeMany(allowance, 60);
  time = HOUR_MS - 1;
  expect(takeMany(allowance, 60)).toBe(0);
  time = HOUR_MS;
  expect(takeMany(allowance, 60)).toBe(25);
});
