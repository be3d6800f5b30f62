import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { startBareServer } from '#bench/references/bare-server.ts';
import type { Figure } from '#bench/report/figure.ts';
import { mediansOf } from '#bench/report/statistics.ts';
import { type LiveClient, openLive } from '#bench/rig/live-client.ts';
import { insertPeople, type Person } from '#bench/rig/people.ts';
import { HEAP_FLAGS, startProduct } from '#bench/rig/product.ts';
import { openFileLimit } from '#server/http-server/limit-connections.ts';

const SIZES = { full: { rounds: 3, connections: 10_000 }, quick: { rounds: 1, connections: 5_000 } };
/** Open before the first reading: the space for new objects grows with the first thousands, and then stays. */
const OPEN_BEFORE = 3_000;
const OPENING_AT_ONCE = 32;
const COLLECT_GARBAGE = ['--expose-gc', '--import', 'data:text/javascript,process.on("SIGUSR2", () => gc())'];

const READ_EVERY_MS = 500;
/** The memory is stable when this many readings in a row differ by no more than this share. */
const READINGS = 4;
const SAME_SHARE = 0.002;
const SETTLE_TIMEOUT_MS = 60_000;

/** The memory of an idle signed-in connection, against one to a bare server. Each round has new processes. */
export const memory: Figure = async (context) => {
  const { rounds, connections } = SIZES[context.size];
  const files = OPEN_BEFORE + connections + 500;
  if (openFileLimit() < files)
    throw new Error(`This machine lets a process open ${openFileLimit()} files, ${files} are needed: ulimit -Hn`);
  const kilobytes = await mediansOf(context, rounds, async (round) => {
    await using product = await startProduct(context.cluster, `memory_${round}`, { nodeFlags: COLLECT_GARBAGE });
    const people = await insertPeople(product, OPEN_BEFORE + connections);
    const ours = await bytesOfEach(product.url, product.pid, people);
    await using bare = await startBareServer('echo', [...HEAP_FLAGS, ...COLLECT_GARBAGE]);
    return { ours: ours / 1024, bare: (await bytesOfEach(bare.url, bare.pid, people)) / 1024 };
  });
  return {
    figure: 'memory of an idle signed-in connection',
    unit: 'KB',
    ours: kilobytes.ours,
    reference: kilobytes.bare,
    goal: { atMost: 1.2 },
    note: `resident memory that ${connections} connections of as many people add to ${OPEN_BEFORE}, after a garbage collection; reference: a bare ws server with the same flags, as many connections; fresh processes, medians of ${rounds} rounds`,
  };
};

/** What an idle connection of each of these people adds. @throws when the server sends something, or closes a connection */
async function bytesOfEach(url: string, pid: number, people: Person[]): Promise<number> {
  const clients: LiveClient[] = [];
  const openAll = async (some: Person[]) => {
    for (let at = 0; at < some.length; at += OPENING_AT_ONCE)
      clients.push(...(await Promise.all(some.slice(at, at + OPENING_AT_ONCE).map(open))));
  };
  const open = (person: Person) =>
    openLive(url, person, (event) => {
      throw new Error(`An idle connection got ${JSON.stringify(event)}`);
    });
  await openAll(people.slice(0, OPEN_BEFORE));
  const before = await settledBytes(pid);
  await openAll(people.slice(OPEN_BEFORE));
  const after = await settledBytes(pid);
  for (const client of clients) client.close();
  return (after - before) / (people.length - OPEN_BEFORE);
}

async function settledBytes(pid: number): Promise<number> {
  await stableBytes(pid);
  process.kill(pid, 'SIGUSR2');
  return stableBytes(pid);
}

async function stableBytes(pid: number): Promise<number> {
  let readings: number[] = [];
  for (const giveUpAt = Date.now() + SETTLE_TIMEOUT_MS; Date.now() < giveUpAt; await pause(READ_EVERY_MS)) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    readings = [...readings, 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1])].slice(-READINGS);
    const [least, most] = [Math.min(...readings), Math.max(...readings)];
    if (readings.length === READINGS && most - least <= SAME_SHARE * most) return least;
  }
  throw new Error(`The memory of process ${pid} does not become stable: ${readings.join(', ')}`);
}
