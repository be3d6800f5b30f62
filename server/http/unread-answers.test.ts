import { EventEmitter } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { nodeClock } from '#server/limits/node-clock.ts';
import { createUnreadAnswers, takeUntilRead } from './unread-answers.ts';

const MB = 1024 * 1024;
const tooMany = expect.objectContaining({ code: 'too_many' });

function openAnswers() {
  const now = vi.spyOn(nodeClock, 'now').mockReturnValue(0);
  onTestFinished(() => now.mockRestore());
  const unread = createUnreadAnswers();
  return {
    setClock: (ms: number) => now.mockReturnValue(ms),
    /** Answers a caller who reads nothing. @returns ends the answer, and whether it was ended */
    answer(whose: string, bytes: number) {
      const outgoing = Object.assign(new EventEmitter(), { closed: false, destroy: vi.fn() });
      takeUntilRead(unread, { env: { outgoing: outgoing as never } }, [whose], bytes);
      return outgoing;
    },
  };
}

test('one caller holds eight megabytes, others are answered, and what is read makes room', () => {
  const { answer } = openAnswers();
  const first = answer('ada', 4 * MB);
  answer('ada', 4 * MB);
  expect(() => answer('ada', MB)).toThrow(tooMany);
  answer('ada', 1_000);
  answer('grace', 4 * MB);
  first.emit('close');
  answer('ada', 4 * MB);
  expect(first.destroy).not.toHaveBeenCalled();
});

const ended = (held: ReturnType<ReturnType<typeof openAnswers>['answer']>[]) =>
  held.map(({ destroy }) => destroy.mock.calls.length);

test('an answer that nobody has read for ten seconds gives way, also when many callers have used up all room', () => {
  const { answer, setClock } = openAnswers();
  const held = Array.from({ length: 16 }, (_, n) => answer(`caller ${n}`, 4 * MB));
  expect(() => answer('ada', 4 * MB)).toThrow(tooMany);
  setClock(10_000);
  answer('ada', 4 * MB);
  expect(ended(held)).toEqual([1, ...Array(15).fill(0)]);
});

test('eight callers who use up all room, and begin anew, keep out nobody who holds less', () => {
  const { answer, setClock } = openAnswers();
  const fill = () => Array.from({ length: 8 }, (_, n) => answer(`caller ${n}`, 8 * MB));
  let held = fill();
  for (let second = 1; second <= 30; second++) {
    setClock(second * 1_000);
    answer('ada', 20_000).emit('close');
    expect(ended(held)).toEqual([1, ...Array(7).fill(0)]);
    for (const each of held) each.emit('close');
    held = fill();
  }
});
