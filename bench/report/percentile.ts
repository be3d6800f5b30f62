/** The number that this share of some numbers does not exceed. @param share 0.99 for the 99th percentile */
export function percentile(numbers: readonly number[], share: number): number {
  const found = [...numbers].sort((a, b) => a - b)[Math.ceil(share * numbers.length) - 1];
  if (found === undefined) throw new Error('There is no percentile of nothing');
  return found;
}
