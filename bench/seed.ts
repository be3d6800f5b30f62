import { parseArgs } from 'node:util';
import { drawPeople } from '#fixtures/population/people.ts';
import { drawPopulation, SMALLEST_POPULATION, usualMessages } from '#fixtures/population/population.ts';
import { fillDatabase } from '#fixtures/population/rows/fill-database.ts';
import { SEEDED_PASSWORD } from '#fixtures/population/signed-in-people.ts';

const USAGE = 'npm run bench -- seed PEOPLE [--database URL] [--messages N] [--seed N]';

/**
 * Fills an empty database with people, circles and messages: the one of `--database`, else of DATABASE_URL.
 * @param args the command line after `seed`
 * @throws with a message for the user when an argument is wrong
 */
export async function seed(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { database: { type: 'string' }, messages: { type: 'string' }, seed: { type: 'string' } },
  });
  const people = wholeNumber('the number of people', positionals[0], SMALLEST_POPULATION);
  const messages = wholeNumber('--messages', values.messages ?? String(usualMessages(people)), 0);
  const number = wholeNumber('--seed', values.seed ?? '1', 0);
  const database = values.database ?? process.env.DATABASE_URL;
  if (!database) throw new Error(`Which database? Give --database or set DATABASE_URL.\n${USAGE}`);

  const from = performance.now();
  const population = drawPopulation({ seed: number, people, messages });
  await fillDatabase(database, population, console.log);
  const [first] = drawPeople(number);
  console.log(
    `${people} people, ${population.circles.pairs} pairs and ${messages} messages in ${((performance.now() - from) / 1000).toFixed(0)} s.`,
  );
  console.log(`Log in as ${first!.email} with the password '${SEEDED_PASSWORD}'.`);
}

function wholeNumber(what: string, given: string | undefined, least: number): number {
  const number = Number(given);
  if (Number.isInteger(number) && number >= least) return number;
  throw new Error(`${what} must be a whole number, ${least} or more\n${USAGE}`);
}
