/** The middle one of some numbers; of an even count, the higher of the two in the middle. */
export function median(numbers: readonly number[]): number {
  const middle = [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
  if (middle === undefined) throw new Error('There is no median of nothing');
  return middle;
}
