import type { IdleConnectionsLoad } from '#bench/loads/idle-connections-load.ts';
import type { EchoServer } from '#bench/references/echo-server.ts';
import type { Figure, MeasurementContext } from '#bench/report/figure.ts';
import { median } from '#bench/report/statistics.ts';
import { startScript } from '#bench/rig/child-processes.ts';
import { expectOpenFiles } from '#bench/rig/machine.ts';
import { insertPeople, type Person } from '#bench/rig/people.ts';
import { HEAP_FLAGS, startProduct } from '#bench/rig/product.ts';
import { COLLECT_GARBAGE_FLAGS, type Memory, settleMemory } from '#bench/rig/resident-memory.ts';

const SIZES = { full: { rounds: 3, connections: 10_000 }, quick: { rounds: 1, connections: 5_000 } };
/**
 * These are open before the first reading, so that code, set-up and the space for new objects do not count: that space grows
 * with the first thousands of connections and then stays.
 */
const OPEN_BEFORE = 3_000;

/** The memory of an idle signed-in connection, against one to a bare server. Each round has new processes. */
export const memory: Figure = {
  name: 'memory',
  async measure(context) {
    const { rounds, connections } = SIZES[context.size];
    expectOpenFiles(OPEN_BEFORE + connections + 500);
    const ours: Memory[] = [];
    const reference: Memory[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const people = await measureOurs(context, round, ours);
      reference.push(await measureBare(people));
      const [mine, bare] = [ours, reference].map((memories) => inWords(memories.at(-1)!));
      context.log(`round ${round}: ${mine} a connection; bare: ${bare}`);
    }
    const held = (memories: Memory[]) => median(memories.map((each) => each.held / 1024));
    const resident = (memories: Memory[]) => median(memories.map((each) => each.resident / 1024));
    const garbage = (resident(ours) / resident(reference)).toFixed(2);
    return [
      {
        figure: 'memory of an idle signed-in connection',
        unit: 'KB',
        ours: held(ours),
        reference: held(reference),
        goal: { atMost: 1.2 },
        note: `resident memory that ${connections} connections of as many people add to ${OPEN_BEFORE}, after a garbage collection (ratio without one: ${garbage}); reference: a bare ws server with the same flags, as many connections; fresh processes, medians of ${rounds} rounds`,
      },
    ];
  },
};

/** @returns the people, so that the bare server gets the same headers */
async function measureOurs(context: MeasurementContext, round: number, results: Memory[]): Promise<Person[]> {
  await using product = await startProduct(context, `memory_${round}`, { nodeFlags: COLLECT_GARBAGE_FLAGS });
  const people = await insertPeople(product, OPEN_BEFORE + SIZES[context.size].connections);
  results.push(await memoryOfEach(product.url, product.pid, people));
  return people;
}

async function measureBare(people: Person[]): Promise<Memory> {
  await using echo = await startScript<EchoServer>('references/echo-server.ts', {}, [
    ...HEAP_FLAGS,
    ...COLLECT_GARBAGE_FLAGS,
  ]);
  return await memoryOfEach(echo.reply.address, echo.pid, people);
}

async function memoryOfEach(url: string, pid: number, people: Person[]): Promise<Memory> {
  await using first = await open(url, people.slice(0, OPEN_BEFORE));
  const before = await settleMemory(pid);
  const others = people.slice(OPEN_BEFORE);
  await using connections = await open(url, others);
  const after = await settleMemory(pid);
  first.expectRunning();
  connections.expectRunning();
  return {
    resident: (after.resident - before.held) / others.length,
    held: (after.held - before.held) / others.length,
  };
}

function open(url: string, people: Person[]) {
  return startScript<object>('loads/idle-connections-load.ts', { url, people } satisfies IdleConnectionsLoad);
}

function inWords({ resident, held }: Memory): string {
  return `${(held / 1024).toFixed(2)} KB (${(resident / 1024).toFixed(2)} KB with garbage)`;
}
