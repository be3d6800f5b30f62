import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const KILL_AFTER_MS = 10_000;

const running = new Set<ChildProcess>();

let isInterrupted = false;

/** Remembers a child until it has ended, so that none is left behind. */
export function keepTrackOf<Child extends ChildProcess>(child: Child): Child {
  running.add(child);
  if (isInterrupted) child.kill('SIGTERM');
  return child.once('exit', () => running.delete(child));
}

/** Ends a child in good order, or by force when it takes too long. Resolves when it is gone. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
  await gone;
  clearTimeout(force);
}

/** What is still under way so long after an interruption hangs. */
const LEAVE_AFTER_MS = 15_000;

/**
 * Rejects when the run is interrupted and all its children have ended, whatever it was doing: it may be at work by
 * itself, with no child to notice.
 */
export function interruption(): Promise<never> {
  return new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, async () => {
        if (isInterrupted) return;
        isInterrupted = true;
        await Promise.all([...running].map(end));
        setTimeout(() => process.exit(), LEAVE_AFTER_MS).unref();
        reject(new Error('Interrupted'));
      });
    }
  });
}

/** A script of this folder as a process of its own. It ends when it is told to, or when this process is gone. */
export interface Helper<Answer> extends AsyncDisposable {
  /** What it says first. */
  answer: Answer;
  pid: number;
  /** What it says next. @throws when it ends before */
  next<Next>(): Promise<Next>;
  /** Tells it something. */
  tell(what: object): void;
  /** @throws when it has ended by itself */
  expectRunning(): void;
}

/**
 * Starts a script in a process of its own and waits for what it has to say.
 * @param script its path in bench/
 * @param task what it is told
 * @param nodeFlags how its Node is started
 * @throws when it ends before it has answered
 */
export async function startHelper<Answer>(
  script: string,
  task: object,
  nodeFlags: string[] = [],
): Promise<Helper<Answer>> {
  const child = keepTrackOf(
    fork(join(import.meta.dirname, '..', script), { serialization: 'advanced', execArgv: nodeFlags }),
  );
  const ended = once(child, 'exit').then(([code, signal]): never => {
    throw new Error(`${script} ended (${signal ?? code}) before it had answered`);
  });
  // Once it has answered, its end is no news.
  ended.catch(() => {});
  async function next<Next>(): Promise<Next> {
    const [answer] = await Promise.race([once(child, 'message'), ended]);
    return answer as Next;
  }
  try {
    child.send(task);
    return {
      answer: await next<Answer>(),
      pid: child.pid!,
      next,
      tell: (what) => void child.send(what),
      expectRunning() {
        if (!running.has(child)) throw new Error(`${script} ended before its time`);
      },
      [Symbol.asyncDispose]: () => end(child),
    };
  } catch (error) {
    await end(child);
    throw error;
  }
}

/** Has a script do a task in a process of its own. @returns its answer */
export async function ask<Answer>(script: string, task: object): Promise<Answer> {
  await using helper = await startHelper<Answer>(script, task);
  return helper.answer;
}
