import type { Measurement, RunSize } from './figure.ts';
import { shown } from './statistics.ts';

export function isMet({ ours, reference, goal }: Measurement): boolean {
  const value = reference === undefined ? ours : ours / reference;
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost;
}

/** The printed table, and below it how each line was measured. */
export function tableOf(measured: Measurement[], size: RunSize): string {
  const head = ['figure', 'ours', 'reference', 'ratio', 'goal', 'met'];
  const body = measured.map((measurement) => {
    const { figure, unit, ours, reference, goal } = measurement;
    const met = isMet(measurement) ? 'yes' : 'NO';
    return [
      figure,
      `${shown(ours)} ${unit}`,
      reference === undefined ? '' : `${shown(reference)} ${unit}`,
      reference === undefined ? '' : (ours / reference).toFixed(2),
      'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`,
      size === 'quick' ? 'quick run' : met,
    ];
  });
  const widths = head.map((_, column) => Math.max(...[head, ...body].map((line) => line[column]!.length)));
  const rule = widths.map((width) => '-'.repeat(width));
  const table = [head, rule, ...body].map((line) => line.map((cell, i) => cell.padEnd(widths[i]!)).join('  '));
  return ['', ...table, '', ...measured.map(({ figure, note }) => `${figure}: ${note}`)].join('\n');
}
