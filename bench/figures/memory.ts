import type { CrowdLoad } from '#bench/loads/idle-connections-load.ts';
import type { EchoServer } from '#bench/references/echo-server.ts';
import type { Figure, Ground } from '#bench/report/figure.ts';
import { median } from '#bench/report/statistics.ts';
import { startHelper } from '#bench/rig/child-processes.ts';
import { signedInPeople } from '#bench/rig/insert-people.ts';
import { expectOpenFiles } from '#bench/rig/open-files.ts';
import type { Person } from '#bench/rig/people.ts';
import { startProduct } from '#bench/rig/product.ts';
import { COLLECTS_GARBAGE, type Memory, settledMemory } from '#bench/rig/resident-memory.ts';

const ROUNDS = 3;
const CONNECTIONS = 10_000;
/** These come and go before the first reading, so that what is loaded and set up once is not counted. */
const WARM_UPS = 100;

/** What an idle signed-in connection takes, against one to a bare server. Each round has fresh processes. */
export const memory: Figure = {
  name: 'memory',
  async measure(ground) {
    expectOpenFiles(CONNECTIONS + 500);
    const ours: Memory[] = [];
    const reference: Memory[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      const crowd = await measureOurs(ground, round, ours);
      reference.push(await measureBare(crowd));
      const [mine, bare] = [ours, reference].map((memories) => inWords(memories.at(-1)!));
      ground.tell(`round ${round}: ${mine} a connection; bare: ${bare}`);
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
        goal: { atMost: 1.3 },
        note: `resident memory that ${CONNECTIONS} connections of as many people add, after a garbage collection (ratio without one: ${garbage}); reference: a bare ws server, as many connections; fresh processes, medians of ${ROUNDS} rounds`,
      },
    ];
  },
};

/** @returns the crowd, for the others' turn: they are to be sent the same headers */
async function measureOurs(ground: Ground, round: number, results: Memory[]): Promise<Person[]> {
  await using product = await startProduct(ground, `memory_${round}`, { nodeFlags: COLLECTS_GARBAGE });
  const crowd = await signedInPeople(product, CONNECTIONS);
  results.push(await memoryOfEach(product.url, product.pid, crowd));
  return crowd;
}

async function measureBare(crowd: Person[]): Promise<Memory> {
  await using echo = await startHelper<EchoServer>('references/echo-server.ts', {}, COLLECTS_GARBAGE);
  return await memoryOfEach(echo.answer.address, echo.pid, crowd);
}

async function memoryOfEach(url: string, pid: number, people: Person[]): Promise<Memory> {
  await (await open(url, people.slice(0, WARM_UPS)))[Symbol.asyncDispose]();
  const before = await settledMemory(pid);
  await using connections = await open(url, people);
  const after = await settledMemory(pid);
  connections.expectRunning();
  return {
    resident: (after.resident - before.held) / people.length,
    held: (after.held - before.held) / people.length,
  };
}

function open(url: string, people: Person[]) {
  return startHelper<object>('loads/crowd-load.ts', { url, people } satisfies CrowdLoad);
}

function inWords({ resident, held }: Memory): string {
  return `${(held / 1024).toFixed(2)} KB (${(resident / 1024).toFixed(2)} KB with garbage)`;
}
