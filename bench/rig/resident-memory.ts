import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Node's flags for a process that `settleMemory` measures: they let it trigger a garbage collection. */
export const COLLECT_GARBAGE_FLAGS = ['--expose-gc', '--import', `${import.meta.dirname}/collect-garbage.ts`];

const READ_EVERY_MS = 500;
/** The memory is stable when this many readings in a row differ by no more than this share. */
const READINGS = 4;
const SAME_SHARE = 0.002;
const SETTLE_TIMEOUT_MS = 60_000;

export interface Memory {
  /** Resident bytes when the readings are stable. */
  resident: number;
  /** The same after a garbage collection: memory in use. */
  held: number;
}

/** Measures a process's memory, in bytes. @param pid of a Node that was started with `COLLECT_GARBAGE_FLAGS` */
export async function settleMemory(pid: number): Promise<Memory> {
  const resident = await stableBytes(pid);
  process.kill(pid, 'SIGUSR2');
  return { resident, held: await stableBytes(pid) };
}

async function stableBytes(pid: number): Promise<number> {
  const giveUpAt = Date.now() + SETTLE_TIMEOUT_MS;
  let readings: number[] = [];
  while (Date.now() < giveUpAt) {
    await pause(READ_EVERY_MS);
    readings = [...readings, await residentBytes(pid)].slice(-READINGS);
    const [least, most] = [Math.min(...readings), Math.max(...readings)];
    if (readings.length === READINGS && most - least <= SAME_SHARE * most) return least;
  }
  throw new Error(`The memory of process ${pid} does not become stable: ${readings.join(', ')}`);
}

async function residentBytes(pid: number): Promise<number> {
  const kilobytes =
    process.platform === 'linux'
      ? /^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
      : (await execute('ps', ['-o', 'rss=', '-p', `${pid}`])).stdout;
  if (!kilobytes) throw new Error(`Process ${pid} is gone`);
  return 1024 * Number(kilobytes);
}
