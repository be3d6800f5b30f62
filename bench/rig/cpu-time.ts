import { readdir, readFile } from 'node:fs/promises';

/** Whether this system tells the CPU time of processes: Linux only. */
export const HAS_CPU_TIME = process.platform === 'linux';

/** `/proc/{pid}/stat` counts in hundredths of a second on every architecture. */
const TICK_MS = 10;

/** The CPU time of a process since its start, in ms, all its threads together. */
export async function cpuMs(pid: number): Promise<number> {
  const { own } = await readTimes(pid);
  return own;
}

/** The CPU time of a process and of all its children, those that have ended included, in ms. */
export async function cpuMsWithChildren(pid: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  // A child that ends meanwhile is counted by its parent, so the parent is read last.
  const others = await Promise.all(
    pids.filter((other) => other !== pid).map((other) => readTimes(other).catch(() => {})),
  );
  const children = others.filter((times) => times?.parent === pid);
  const { own, ended } = await readTimes(pid);
  return children.reduce((sum, times) => sum + times!.own, own + ended);
}

interface Times {
  parent: number;
  own: number;
  /** Of children that have ended. */
  ended: number;
}

/** See proc_pid_stat(5). The name in parentheses may contain spaces, so fields are counted behind it. */
async function readTimes(pid: number): Promise<Times> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [userTime, systemTime, endedUser, endedSystem] = fields.slice(11, 15) as [number, number, number, number];
  return { parent: fields[1]!, own: (userTime + systemTime) * TICK_MS, ended: (endedUser + endedSystem) * TICK_MS };
}
