import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const running = new Set<ChildProcess>();

/** Remembers a child until it has ended, so that an interrupted run leaves no process behind. */
export function trackChild<Child extends ChildProcess>(child: Child): Child {
  running.add(child);
  return child.once('exit', () => running.delete(child));
}

export async function stopChild(child: ChildProcess): Promise<void> {
  if (!running.has(child)) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Rejects when the run is interrupted, or an event of a load throws, and the children have ended. */
export function interruption(): Promise<never> {
  return new Promise((_, reject) => {
    const end = async (reason: unknown) => {
      await Promise.all([...running].map(stopChild));
      reject(reason);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(new Error('Interrupted')));
    process.on('uncaughtException', end);
  });
}
