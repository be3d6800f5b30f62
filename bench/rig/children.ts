import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const KILL_AFTER_MS = 10_000;

const running = new Set<ChildProcess>();
let isInterrupted = false;

/** Remembers a child until it has ended, so that an interrupted run leaves no process behind. */
export function trackChild<Child extends ChildProcess>(child: Child): Child {
  running.add(child);
  if (isInterrupted) child.kill('SIGTERM');
  return child.once('exit', () => running.delete(child));
}

/** Stops a child with SIGTERM, and with SIGKILL when it takes too long. Resolves when the child has ended. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
  await gone;
  clearTimeout(force);
}

/** Rejects when the run is interrupted, or an event of a load throws, and the children have ended. */
export function interruption(): Promise<never> {
  return new Promise((_, reject) => {
    const end = async (reason: unknown) => {
      isInterrupted = true;
      await Promise.all([...running].map(stopChild));
      reject(reason);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(new Error('Interrupted')));
    process.on('uncaughtException', end);
  });
}
