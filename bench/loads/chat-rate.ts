import type { Audit } from '#bench/rig/audit.ts';
import { runScript } from '#bench/rig/child-processes.ts';
import { settle } from '#bench/rig/cluster.ts';
import type { Pair } from '#bench/rig/people.ts';
import type { Product } from '#bench/rig/product.ts';
import type { ChatLoad, ChatRun, PlacedPair } from './chat-load.ts';

/** How many unacknowledged messages each person keeps in flight. */
export const WINDOW = 8;
const MAX_WARM_UP_MS = 1_000;

/**
 * Messages stored, delivered and acknowledged per second while all pairs write to each other at once.
 * @throws when a message was not stored, delivered and acknowledged exactly once
 */
export async function chatRate(
  product: Product,
  pairs: PlacedPair[],
  audit: Audit,
  measureMs: number,
): Promise<number> {
  await settle(product.db);
  const length = { warmUpMs: Math.min(MAX_WARM_UP_MS, measureMs / 2), measureMs };
  const { perSecond, acknowledged } = await runChat({ pairs, window: WINDOW, length });
  await audit.check(acknowledged);
  return perSecond;
}

/** Runs a chat load. @throws when a message did not arrive exactly once */
export async function runChat(load: ChatLoad): Promise<ChatRun> {
  const run = await runScript<ChatRun>('loads/chat-load.ts', load);
  const { faults } = run;
  if (faults.length > 0)
    throw new Error(`The audit failed: ${faults.length} faults\n${faults.slice(0, 10).join('\n')}`);
  return run;
}

/** Assigns people to nodes: every other pair has both people on one node, the pairs between have them on two nodes. */
export function placeOnNodes(pairs: Pair[], nodes: readonly Product[]): PlacedPair[] {
  const urlOf = (place: number) => nodes[place % nodes.length]!.url;
  return pairs.map(([one, other], place) => {
    const node = Math.floor(place / 2);
    return [
      { ...one, url: urlOf(node) },
      { ...other, url: urlOf(node + (place % 2)) },
    ];
  });
}
