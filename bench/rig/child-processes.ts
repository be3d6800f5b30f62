import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const KILL_AFTER_MS = 10_000;
/** After an interruption the run exits at the latest after this time. */
const EXIT_AFTER_MS = 15_000;

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

/**
 * Rejects when the run is interrupted and all its children have ended. The run itself may be busy without a child, so
 * it cannot rely on a child's end to notice.
 */
export function interruption(): Promise<never> {
  return new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, async () => {
        if (isInterrupted) return;
        isInterrupted = true;
        await Promise.all([...running].map(stopChild));
        setTimeout(() => process.exit(), EXIT_AFTER_MS).unref();
        reject(new Error('Interrupted'));
      });
    }
  });
}

/** A script of bench/ in a process of its own. It ends when it is disposed of, or when this process ends. */
export interface ScriptProcess<Reply> extends AsyncDisposable {
  /** Its first reply. */
  reply: Reply;
  pid: number;
  /** Waits for its next reply. @throws when it ends before that */
  nextReply<Next>(): Promise<Next>;
  send(message: object): void;
  /** @throws when it has ended by itself */
  expectRunning(): void;
}

/**
 * Starts a script in a process of its own and waits for its first reply.
 * @param script its path in bench/
 * @param task its input, which it reads with `receiveTask`
 * @throws when it ends before it has replied
 */
export async function startScript<Reply>(
  script: string,
  task: object,
  nodeFlags: string[] = [],
): Promise<ScriptProcess<Reply>> {
  const child = trackChild(
    fork(join(import.meta.dirname, '..', script), { serialization: 'advanced', execArgv: nodeFlags }),
  );
  const ended = once(child, 'exit').then(([code, signal]): never => {
    throw new Error(`${script} ended (${signal ?? code}) before it had replied`);
  });
  // Nothing awaits `ended` after the last reply; without this a normal end would be an unhandled rejection.
  ended.catch(() => {});
  async function nextReply<Next>(): Promise<Next> {
    const [reply] = await Promise.race([once(child, 'message'), ended]);
    return reply as Next;
  }
  try {
    child.send(task);
    return {
      reply: await nextReply<Reply>(),
      pid: child.pid!,
      nextReply,
      send: (message) => void child.send(message),
      expectRunning() {
        if (!running.has(child)) throw new Error(`${script} ended before its time`);
      },
      [Symbol.asyncDispose]: () => stopChild(child),
    };
  } catch (error) {
    await stopChild(child);
    throw error;
  }
}

/** Runs a script in a process of its own. @returns its first reply */
export async function runScript<Reply>(script: string, task: object): Promise<Reply> {
  await using process = await startScript<Reply>(script, task);
  return process.reply;
}
