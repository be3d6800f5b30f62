import type { PopulatedDatabase } from '#bench/rig/populations.ts';
import type { RunContext } from '#bench/rig/product.ts';

/** What every figure gets for its measurement. */
export interface MeasurementContext extends RunContext {
  /** The size of the large population: a million people, or fewer for a quick look. */
  people: number;
  /** A database with a population of this size. The first call for a size fills it, later calls share it. */
  populationOf(people: number): Promise<PopulatedDatabase>;
  /** Prints a line of progress. */
  log(line: string): void;
}

/** A figure of the design, section 8. One figure can have several goals, each measured against its own reference. */
export interface Figure {
  /** Its name on the command line. */
  name: string;
  /** @throws when the product answered wrongly during the run: such a run has no figure */
  measure(context: MeasurementContext): Promise<Measurement[]>;
}

export interface Measurement {
  figure: string;
  unit: string;
  ours: number;
  /** In the same unit. Without a reference the goal is for `ours` itself. */
  reference?: number;
  goal: Goal;
  /** How it was measured, for the reader of the table. */
  note: string;
}

type Goal = { atLeast: number } | { atMost: number };
