import type pg from 'pg';
import { z } from 'zod';
import type { Config } from '#server/config.ts';

/** What a command has to work with. Each is opened when it is first asked for. */
export interface Tools {
  /** All settings. @throws {ConfigError} */
  config(): Config;
  /** The running database. @throws {Error} when none runs */
  database(): Promise<pg.Pool>;
  /** Asks the operator; false without a terminal. */
  confirm(question: string): Promise<boolean>;
}

export interface Given {
  names: string[];
  options: Record<string, string | boolean | undefined>;
}

/** What a command has done: for people, and with `--json` for programs. */
export interface Outcome {
  lines: string[];
  data: unknown;
}

export interface Command {
  name: string;
  /** What follows the name. */
  args?: string[];
  /** Its options besides `--json`, for `parseArgs`. */
  options?: Record<string, { type: 'string' | 'boolean' }>;
  does: string;
  run(tools: Tools, given: Given): Promise<Outcome>;
}

export class Refused extends Error {}

export class WrongUsage extends Error {}

/** Control characters, and invisible ones that reverse the text beside them. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Words that other people chose, for a terminal: there, some characters move the cursor, or forge lines. */
export function printable(words: string): string {
  return words.replace(UNPRINTABLE, '\ufffd');
}

/** JSON whose strings a terminal shows as they are: the same value with such characters escaped. */
export function printableJson(json: string): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return json.replace(UNPRINTABLE, (character) => (character === '\n' ? character : escaped(character)));
}

/** As YYYY-MM-DD. */
export const day = (at: Date | null) => at?.toISOString().slice(0, 10) ?? '-';

export function table(cells: string[][]): string[] {
  const rows = cells.map((row) => row.map(printable));
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]!.length))) ?? [];
  const line = (row: string[]) => row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ');
  return rows.map((row) => line(row).trimEnd());
}

/** @param of the command that shows the ids @throws {WrongUsage} when it is no id */
export function checkId(id: string | undefined, of: string): string {
  if (!z.uuid().safeParse(id).success) throw new WrongUsage(`The id is that of \`${of}\`.`);
  return id!;
}

interface FoundPerson {
  uid: string;
  name: string;
  email: string;
}

interface Found extends Tools {
  pool: pg.Pool;
  /** Their name has no control characters. */
  person: FoundPerson;
  options: Given['options'];
}

/** A command about the person with an email. It is refused when no account has this email. */
export function personCommand(
  name: string,
  does: string,
  run: (found: Found) => Promise<Outcome>,
  options?: Command['options'],
): Command {
  return {
    ...{ name, args: ['EMAIL'], does, ...(options && { options }) },
    async run(tools, { names: [email = ''], options }) {
      const pool = await tools.database();
      const { rows } = await pool.query<FoundPerson>('select id as uid, name, email from users where email = $1', [
        email.toLowerCase(),
      ]);
      if (!rows[0]) throw new Refused(`Nobody has the email ${email}.`);
      return run({ ...tools, pool, person: { ...rows[0], name: printable(rows[0].name) }, options });
    },
  };
}
