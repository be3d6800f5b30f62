import type { Cluster } from '#bench/rig/cluster.ts';
import type { PopulatedDatabase } from '#bench/rig/populations.ts';

/** Quick runs have fewer rounds, people and seconds. Their ratios vary more, and the goals are for full runs. */
export type RunSize = 'full' | 'quick';

/** What every figure gets for its measurement. */
export interface MeasurementContext {
  cluster: Cluster;
  /** Which of its sizes the figure uses. */
  size: RunSize;
  /** A database with a population of this size. The first call for a size fills it, later calls share it. */
  populationOf(people: number): Promise<PopulatedDatabase>;
  /** Prints a line of progress. */
  log(line: string): void;
}

/**
 * A figure of the design, section 8. One figure can have several goals, each measured against its own reference.
 * @throws when the product answered wrongly during the run: such a run has no figure
 */
export type Figure = (context: MeasurementContext) => Promise<Measurement[]>;

export interface Measurement {
  figure: string;
  unit: string;
  ours: number;
  /** In the same unit. Without a reference the goal is for `ours` itself. */
  reference?: number;
  goal: { atLeast: number } | { atMost: number };
  /** How it was measured, for the reader of the table. */
  note: string;
}
