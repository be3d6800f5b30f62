import { type Audit, createAudit } from '#bench/rig/audit.ts';
import { settle } from '#bench/rig/cluster.ts';
import { connectedPairs } from '#bench/rig/people.ts';
import type { Product } from '#bench/rig/product.ts';
import { chatLoad, type Length, type PlacedPerson } from './chat-load.ts';

const WINDOW = 8;
const MAX_WARM_UP_MS = 1_000;
/** For the table's notes. */
export const HOW = `both writing, ${WINDOW} in flight each`;

type PlacedPair = readonly [PlacedPerson, PlacedPerson];

/** Pairs of people on the nodes of a product. */
export interface Chat {
  first: Product;
  pairs: PlacedPair[];
  audit: Audit;
}

/** Connects people: every other pair has both people on one node, the pairs between have them on two nodes. */
export async function prepareChat(nodes: readonly [Product, ...Product[]], count: number): Promise<Chat> {
  const [first] = nodes;
  const pairs = await connectedPairs(first, count);
  const urlOf = (place: number) => nodes[place % nodes.length]!.url;
  const placed = pairs.map(([one, other], place): PlacedPair => {
    const node = Math.floor(place / 2);
    return [
      { uid: one.uid, cookie: one.cookie, url: urlOf(node) },
      { uid: other.uid, cookie: other.cookie, url: urlOf(node + (place % 2)) },
    ];
  });
  return { first, pairs: placed, audit: createAudit(first, pairs) };
}

/** All pairs write to each other at once. @throws when a message did not arrive exactly once */
export async function runChat(pairs: PlacedPair[], length: Length) {
  const run = await chatLoad.run({ pairs, window: WINDOW, length });
  const { faults } = run;
  if (faults.length > 0)
    throw new Error(`The audit failed: ${faults.length} faults\n${faults.slice(0, 10).join('\n')}`);
  return run;
}

/**
 * Messages stored, delivered and acknowledged per second while all pairs write to each other at once.
 * @throws when a message was not stored, delivered and acknowledged exactly once
 */
export async function chatRate({ first, pairs, audit }: Chat, measureMs: number): Promise<number> {
  await settle(first.db);
  const length = { warmUpMs: Math.min(MAX_WARM_UP_MS, measureMs / 2), measureMs };
  const { perSecond, acknowledged } = await runChat(pairs, length);
  await audit(acknowledged);
  return perSecond;
}
