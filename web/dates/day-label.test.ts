import { expect, test } from 'vitest';
import { dayLabel } from './day-label.ts';

const now = new Date(2026, 10, 20, 15, 30);

test('days read as a person would write them', () => {
  expect(dayLabel(new Date(2026, 10, 20, 0, 1), now)).toBe('Today');
  expect(dayLabel(new Date(2026, 10, 19, 23, 59), now)).toBe('Yesterday');
  expect(dayLabel(new Date(2026, 10, 18), now)).toBe('Wed, 18 Nov');
  expect(dayLabel(new Date(2026, 2, 3), now)).toBe('Tue, 3 Mar');
  expect(dayLabel(new Date(2025, 2, 3), now)).toBe('Mon, 3 Mar 2025');
});
