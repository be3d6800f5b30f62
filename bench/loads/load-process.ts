import { once } from 'node:events';

/** What a helper process is told to do. Called once; the helper ends when the one who started it is gone. */
export async function receiveTask<Task>(): Promise<Task> {
  process.once('disconnect', () => process.exit());
  const [task] = await once(process, 'message');
  return task as Task;
}

/** Says how it went. */
export function reply(answer: object): void {
  process.send!(answer);
}
