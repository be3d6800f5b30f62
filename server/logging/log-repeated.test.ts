import { expect, test, vi } from 'vitest';
import { createTestLog } from '#tests/support/servers/log.ts';
import { logRepeated } from './log-repeated.ts';

test('a flood is one line a minute with the number of the others, and hides no failure of another kind', () => {
  vi.useFakeTimers();
  try {
    const { log, lines } = createTestLog();
    for (let n = 0; n < 1_000; n++) logRepeated(log, 'warn', 'it failed', new Error(`${n}`), 'pushes');
    expect(lines).toMatchObject([{ msg: 'it failed', part: 'pushes', err: { message: '0' } }]);
    logRepeated(log, 'warn', 'it failed', Object.assign(new Error(''), { code: 'ECONNREFUSED' }));
    logRepeated(log, 'info', 'something else');
    expect(lines).toHaveLength(3);
    vi.advanceTimersByTime(60_000);
    expect(lines[3]).toMatchObject({ level: 40, count: 999, msg: 'it failed, again' });
    expect(lines).toHaveLength(4);
    logRepeated(log, 'warn', 'it failed', new Error('in the next minute'));
    expect(lines[4]).toMatchObject({ msg: 'it failed', err: { message: 'in the next minute' } });
    // Another server's log in this process has its own.
    const other = createTestLog();
    logRepeated(other.log, 'warn', 'it failed', new Error(''));
    expect(other.lines).toHaveLength(1);
  } finally {
    vi.useRealTimers();
  }
});
