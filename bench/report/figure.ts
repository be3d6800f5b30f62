import type { Cluster } from '#bench/rig/cluster.ts';
import type { Populated } from '#bench/rig/populations.ts';

/** What a figure is measured with. */
export interface Ground {
  cluster: Cluster;
  /** How many people "many" are: a million, or fewer for a quick look. */
  people: number;
  /** A database with so many people, their circles and messages; made when it is first asked for. */
  populationOf(people: number): Promise<Populated>;
  /** Says how it goes. */
  tell(line: string): void;
  /** The folder for CPU profiles of the product, when they are wanted. */
  cpuProfiles: string | undefined;
}

/** A figure of the design, section 8. One figure can have several goals, each measured against its own reference. */
export interface Figure {
  /** What it is called on the command line. */
  name: string;
  /** @throws when what was measured was not right: a figure of a faulty run is none */
  measure(ground: Ground): Promise<Measurement[]>;
}

export interface Measurement {
  figure: string;
  unit: string;
  ours: number;
  /** In the same unit. Without one, the goal is for `ours` itself. */
  reference?: number;
  goal: Goal;
  /** How it was measured, for whoever reads the table. */
  note: string;
}

type Goal = { atLeast: number } | { atMost: number };
