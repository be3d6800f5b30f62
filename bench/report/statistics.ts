/** The middle number; of an even count, the higher of the two in the middle. */
export function median(numbers: readonly number[]): number {
  return itemAt(numbers, Math.floor(numbers.length / 2));
}

/** The smallest number that is not below this share of all. @param share 0.99 for the 99th percentile */
export function percentile(numbers: readonly number[], share: number): number {
  return itemAt(numbers, Math.ceil(share * numbers.length) - 1);
}

function itemAt(numbers: readonly number[], place: number): number {
  const found = [...numbers].sort((a, b) => a - b)[place];
  if (found === undefined) throw new Error('There are no numbers');
  return found;
}
