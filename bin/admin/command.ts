import type { Config } from '#server/config.ts';
import type { Connections } from '#server/database/connect.ts';

/** What a command has to work with. Each is opened when it is first asked for. */
export interface Tools {
  /** All settings. @throws {ConfigError} */
  config(): Config;
  /** The running database. @throws {Error} when none runs */
  database(): Promise<Connections>;
  /** Asks the operator; false without a terminal. */
  confirm(question: string): Promise<boolean>;
}

/** The options and arguments after the command's name, as typed. */
export interface Given {
  names: string[];
  options: Record<string, string | boolean | undefined>;
}

/** What a command has done: for people, and with `--json` for programs. */
interface Outcome {
  lines: string[];
  data: unknown;
}

export interface Command {
  /** For example 'person list'. */
  name: string;
  /** The names of its arguments, for the help. */
  args: string[];
  /** Its options besides `--json`: whether each takes a value. */
  options?: Record<string, 'value' | 'flag'>;
  /** One line for the help. */
  does: string;
  run(tools: Tools, given: Given): Promise<Outcome>;
}

/** Not done, for a reason that the operator can read: exit code 1. */
export class Refused extends Error {}

/** Not understood: exit code 2. */
export class WrongUsage extends Error {}

/** Columns as wide as their longest cell. */
export function table(rows: string[][]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]!.length))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
}
