import type { Measurement, RunSize } from './figure.ts';

/** A line of the JSON file. The figure's name ends with the unit of its numbers. */
interface Row {
  figure: string;
  ours: number;
  reference: number | null;
  ratio: number | null;
  goal: string;
  size: RunSize;
  /** null in a quick run: the goals are for full runs. */
  met: boolean | null;
}

export function rowOf(measurement: Measurement, size: RunSize): Row {
  const { figure, unit, ours, reference } = measurement;
  return {
    figure: `${figure} (${unit})`,
    ours: rounded(ours),
    reference: reference === undefined ? null : rounded(reference),
    ratio: reference === undefined ? null : rounded(ours / reference),
    goal: goalOf(measurement),
    size,
    met: size === 'quick' ? null : isMet(measurement),
  };
}

export function isMet({ ours, reference, goal }: Measurement): boolean {
  const value = reference === undefined ? ours : ours / reference;
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost;
}

/** The printed table, and below it how each line was measured. */
export function tableOf(measured: Measurement[], size: RunSize): string {
  const lines = [
    ['figure', 'ours', 'reference', 'ratio', 'goal', 'met'],
    ...measured.map((measurement) => {
      const { figure, unit, ours, reference } = measurement;
      return [
        figure,
        `${shown(ours)} ${unit}`,
        reference === undefined ? '' : `${shown(reference)} ${unit}`,
        reference === undefined ? '' : (ours / reference).toFixed(2),
        goalOf(measurement),
        verdictOn(measurement, size),
      ];
    }),
  ];
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  const rule = widths.map((width) => '-'.repeat(width));
  const [head, ...body] = lines as [string[], ...string[][]];
  const table = [head, rule, ...body].map((line) =>
    line
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join('  ')
      .trimEnd(),
  );
  return ['', ...table, '', ...measured.map(({ figure, note }) => `${figure}: ${note}`)].join('\n');
}

function verdictOn(measurement: Measurement, size: RunSize): string {
  if (size === 'quick') return 'quick run';
  return isMet(measurement) ? 'yes' : 'NO';
}

function goalOf({ goal }: Measurement): string {
  return 'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`;
}

function shown(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: value < 100 ? 3 : 5 });
}

function rounded(value: number): number {
  return Number(value.toPrecision(5));
}
