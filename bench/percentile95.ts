/** What 95 of 100 do not exceed. */
export function percentile95(numbers: readonly number[]): number {
  const found = [...numbers].sort((a, b) => a - b)[Math.ceil(numbers.length * 0.95) - 1];
  if (found === undefined) throw new Error('There is no percentile of nothing');
  return found;
}
