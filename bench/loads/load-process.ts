import { once } from 'node:events';

/** Waits for the task from `startScript`. Called once; from then on this process ends together with its parent. */
export async function receiveTask<Task>(): Promise<Task> {
  process.once('disconnect', () => process.exit());
  const [task] = await once(process, 'message');
  return task as Task;
}

/** Sends a reply to the parent process. */
export function reply(message: object): void {
  process.send!(message);
}
