/** The number of repetitions; `FAULTS=10` multiplies it by ten. */
export function repetitions(usual: number): number {
  return Math.ceil(usual * (Number(process.env.FAULTS) || 1));
}
