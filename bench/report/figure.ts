import type { Cluster } from '#bench/rig/cluster.ts';
import type { PopulatedDatabase } from '#bench/rig/populations.ts';
import { shown } from './statistics.ts';

/** The ratios of quick runs vary more. The goals are for full runs. */
export type RunSize = 'full' | 'quick';

export interface MeasurementContext {
  cluster: Cluster;
  size: RunSize;
  populationOf(people: number): Promise<PopulatedDatabase>;
  log(line: string): void;
}

/** A figure of the design. @throws when the product answered wrongly during the run */
export type Figure = (context: MeasurementContext) => Promise<Measurement | Measurement[]>;

export interface Measurement {
  figure: string;
  unit: string;
  ours: number;
  /** In the same unit. Without a reference the goal is for `ours` itself. */
  reference?: number;
  goal: { atLeast: number } | { atMost: number };
  note: string;
}

export function describe({ figure, unit, ours, reference, goal, note }: Measurement): string {
  const value = reference === undefined ? ours : ours / reference;
  const isMet = 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost;
  const against = reference === undefined ? '' : ` ÷ ${shown(reference)} ${unit} = ${value.toFixed(2)}`;
  const wanted = 'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`;
  return `${isMet ? 'met    ' : 'NOT MET'} ${figure}: ${shown(ours)} ${unit}${against}, goal ${wanted}\n        ${note}`;
}
