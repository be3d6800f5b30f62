import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** How Node is started so that `settledMemory` can make it collect its garbage. */
export const COLLECTS_GARBAGE = ['--expose-gc', '--import', `${import.meta.dirname}/collect-garbage.ts`];

const READ_EVERY_MS = 500;
/** Settled: this many readings in a row that differ by no more than this part. */
const READINGS = 4;
const SAME_WITHIN = 0.002;
const SETTLE_WITHIN_MS = 60_000;

export interface Memory {
  /** What the machine gives it, when it has come to rest by itself. */
  resident: number;
  /** The same after its garbage was collected: what it holds. */
  held: number;
}

/** A process's memory, in bytes. @param pid of a Node that was started with `COLLECTS_GARBAGE` */
export async function settledMemory(pid: number): Promise<Memory> {
  const resident = await settled(pid);
  process.kill(pid, 'SIGUSR2');
  return { resident, held: await settled(pid) };
}

async function settled(pid: number): Promise<number> {
  const giveUpAt = Date.now() + SETTLE_WITHIN_MS;
  let readings: number[] = [];
  while (Date.now() < giveUpAt) {
    await pause(READ_EVERY_MS);
    readings = [...readings, await residentBytes(pid)].slice(-READINGS);
    const [least, most] = [Math.min(...readings), Math.max(...readings)];
    if (readings.length === READINGS && most - least <= SAME_WITHIN * most) return least;
  }
  throw new Error(`The memory of process ${pid} does not come to rest: ${readings.join(', ')}`);
}

async function residentBytes(pid: number): Promise<number> {
  const kilobytes =
    process.platform === 'linux'
      ? /^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
      : (await execute('ps', ['-o', 'rss=', '-p', `${pid}`])).stdout;
  if (!kilobytes) throw new Error(`Process ${pid} is gone`);
  return 1024 * Number(kilobytes);
}
