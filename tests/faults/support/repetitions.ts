/** How often something is done: `FAULTS=10` does everything ten times as often. */
export function repetitions(usual: number): number {
  return Math.ceil(usual * (Number(process.env.FAULTS) || 1));
}
