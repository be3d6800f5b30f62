/** Of an even count, the higher of the two in the middle. */
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

/** Measures the parts of a figure in turn, so that other load affects all of them. @returns the median of each part */
export async function mediansOf<Part extends string>(
  { log }: { log(line: string): void },
  rounds: number,
  measure: (round: number) => Promise<Record<Part, number>>,
): Promise<Record<Part, number>> {
  const measured: Record<Part, number>[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const parts = await measure(round);
    measured.push(parts);
    log(
      `round ${round}: ${Object.entries<number>(parts)
        .map(([part, number]) => `${part} ${shown(number)}`)
        .join(', ')}`,
    );
  }
  const parts = Object.keys(measured[0]!) as Part[];
  return Object.fromEntries(parts.map((part) => [part, median(measured.map((each) => each[part]))])) as Record<
    Part,
    number
  >;
}

export function shown(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: value < 100 ? 3 : 5 });
}
