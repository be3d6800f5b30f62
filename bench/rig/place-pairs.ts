import type { SeatedPair } from '#bench/loads/chat-load.ts';
import type { Pair } from './people.ts';
import type { Product } from './product.ts';

/** Puts people on nodes: of each two pairs one has both on the same node, the other is across two. */
export function seatPairs(pairs: Pair[], nodes: readonly Product[]): SeatedPair[] {
  return pairs.map(([one, other], place) => {
    const node = Math.floor(place / 2);
    return [
      { ...one, url: urlOf(nodes, node) },
      { ...other, url: urlOf(nodes, node + (place % 2)) },
    ];
  });
}

function urlOf(nodes: readonly Product[], place: number): string {
  return nodes[place % nodes.length]!.url;
}
