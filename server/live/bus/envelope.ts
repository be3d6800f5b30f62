import type { Told } from './bus.ts';

/** What goes over the bus: which node says it, for whom, and the frame. */
interface Envelope extends Told {
  node: string;
}

/** Neither an id nor a comma-separated list of them holds a space. */
const SEPARATOR = ' ';

export function seal({ node, uids, frame }: Envelope): string {
  return [node, uids.join(','), frame].join(SEPARATOR);
}

/** @returns null for what no node of ours wrote */
export function open(text: string): Envelope | null {
  const first = text.indexOf(SEPARATOR);
  const second = text.indexOf(SEPARATOR, first + 1);
  if (first < 0 || second < 0) return null;
  const uids = text.slice(first + 1, second);
  return { node: text.slice(0, first), uids: uids === '' ? [] : uids.split(','), frame: text.slice(second + 1) };
}
