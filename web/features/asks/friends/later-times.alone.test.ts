import { expect, test, vi } from 'vitest';
import { laterTimes } from './later-times.ts';

vi.mock(import('#web/dates/hour-cycle.ts'), () => ({ uses12Hours: vi.fn(() => false) }));

const at = (hour: number, minute = 0) => new Date(2026, 10, 22, hour, minute).getTime();
const words = (now: number) => laterTimes(now).map((each) => each.words);

test('today’s full hours from half an hour ahead, and the next morning', () => {
  expect(words(at(20, 15))).toEqual([
    ...['21:00', '22:00', '23:00'],
    ...[
      'Tomorrow, 07:00',
      'Tomorrow, 08:00',
      'Tomorrow, 09:00',
      'Tomorrow, 10:00',
      'Tomorrow, 11:00',
      'Tomorrow, 12:00',
    ],
  ]);
  expect(words(at(20, 31))[0]).toBe('22:00');
});

test('no time is more than a day ahead', () => {
  for (let hour = 0; hour < 24; hour++) {
    const now = at(hour, 45);
    expect(laterTimes(now).every(({ time }) => time > now && time <= now + 24 * 3_600_000)).toBe(true);
  }
});
