import { type ChildProcess, fork } from 'node:child_process';
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

/** Rejects when the run is interrupted and its children have ended. */
export function interruption(): Promise<never> {
  return new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, async () => {
        isInterrupted = true;
        await Promise.all([...running].map(stopChild));
        reject(new Error('Interrupted'));
      });
    }
  });
}

/** A started process. It ends when it is disposed of, or when this process ends. */
interface Started<Task, Reply> extends AsyncDisposable {
  pid: number;
  /** The reply to its first task. */
  reply: Reply;
  /** Gives it another task. @throws when it ends before it has replied */
  ask(task: Task): Promise<Reply>;
}

interface OwnProcess<Task, Reply> {
  /** Starts the process with its first task. */
  start(task: Task, nodeFlags?: string[]): Promise<Started<Task, Reply>>;
  /** Starts the process for one task, and ends it. */
  run(task: Task): Promise<Reply>;
}

/**
 * Work that a process of its own does. The calling file is the program of that process, and other files start it.
 * @param file the `import.meta` of the calling file
 * @param work from a task to its reply; what a first task has opened stays open for the next one
 */
export function ownProcess<Task, Reply>(
  file: ImportMeta,
  work: (task: Task) => Promise<Reply>,
): OwnProcess<Task, Reply> {
  if (file.main) {
    process.on('message', async (task) => process.send!(await work(task as Task)));
    process.once('disconnect', () => process.exit());
  }

  async function start(task: Task, nodeFlags: string[] = []): Promise<Started<Task, Reply>> {
    const child = trackChild(fork(file.filename, { serialization: 'advanced', execArgv: nodeFlags }));
    const ended = once(child, 'exit').then(([code, signal]): never => {
      throw new Error(`${file.filename} ended (${signal ?? code}) before it had replied`);
    });
    // Nothing awaits `ended` after the last reply; without this a normal end would be an unhandled rejection.
    ended.catch(() => {});
    async function ask(task: Task): Promise<Reply> {
      child.send(task as object);
      const [reply] = await Promise.race([once(child, 'message'), ended]);
      return reply as Reply;
    }
    try {
      return { pid: child.pid!, reply: await ask(task), ask, [Symbol.asyncDispose]: () => stopChild(child) };
    } catch (error) {
      await stopChild(child);
      throw error;
    }
  }

  return {
    start,
    async run(task) {
      await using started = await start(task);
      return started.reply;
    },
  };
}
