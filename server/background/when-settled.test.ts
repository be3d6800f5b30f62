import { expect, test } from 'vitest';
import { type BackgroundWorker, whenSettled } from './when-settled.ts';

const never = new AbortController().signal;

/** Takes what is due when it looks, and is busy with it for a turn. */
function worker(name: string, finish = () => {}) {
  let busyWith = 0;
  const self = {
    name,
    due: 0,
    done: 0,
    isBusy: () => busyWith > 0,
    hasDueWork: async () => self.due > 0,
    look() {
      busyWith = self.due;
      self.due = 0;
      setImmediate(() => {
        self.done += busyWith;
        busyWith = 0;
        finish();
      });
    },
  };
  return self satisfies BackgroundWorker;
}

test('waits for work that is due, and for what this passes on to a worker that was looked at before', async () => {
  const sender = worker('sender');
  const maker = worker('maker', () => {
    sender.due += 2;
  });
  maker.due = 1;
  await whenSettled([sender, maker], never);
  expect([maker.done, sender.done, sender.due]).toEqual([1, 2, 0]);
});
