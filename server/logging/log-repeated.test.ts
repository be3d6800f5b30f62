import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestLog } from '#tests/support/servers/log.ts';
import { logRepeated } from './log-repeated.ts';

test('a flood is one line a minute with the number of the others, and hides no failure of another kind', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { log, lines } = createTestLog();
  for (let n = 0; n < 1_000; n++) logRepeated(log, 'warn', 'it failed', { err: new Error(`${n}`), part: 'pushes' });
  expect(lines).toMatchObject([{ msg: 'it failed', part: 'pushes', err: { message: '0' } }]);
  logRepeated(log, 'warn', 'it failed', { err: Object.assign(new Error(''), { code: 'ECONNREFUSED' }) });
  logRepeated(log, 'info', 'something else');
  logRepeated(log, 'info', 'something else', { service: 'another.example' });
  expect(lines).toHaveLength(4);
  vi.advanceTimersByTime(60_000);
  expect(lines[4]).toMatchObject({ level: 40, count: 999, msg: 'it failed, again' });
  expect(lines).toHaveLength(5);
  logRepeated(log, 'warn', 'it failed', { err: new Error('in the next minute') });
  expect(lines[5]).toMatchObject({ msg: 'it failed', err: { message: 'in the next minute' } });
  for (let n = 0; n < 9; n++) logRepeated(log, 'error', 'a few', {}, 5);
  expect(lines).toHaveLength(11);
  vi.advanceTimersByTime(60_000);
  expect(lines.at(-1)).toMatchObject({ level: 50, count: 4, msg: 'a few, again' });
  // Another server's log in this process has its own.
  const other = createTestLog();
  logRepeated(other.log, 'warn', 'it failed', { err: new Error('') });
  expect(other.lines).toHaveLength(1);
});
