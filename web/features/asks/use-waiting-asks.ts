import { useAsks } from './use-asks.ts';

/** How many open asks of friends have no answer of this person yet. */
export function useWaitingAsks(): number {
  return useAsks()?.friends.filter(({ closed, answer }) => !closed && answer === null).length ?? 0;
}
