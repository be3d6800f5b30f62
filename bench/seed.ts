import { drawPeople } from '#fixtures/population/people.ts';
import { drawPopulation, SMALLEST_POPULATION, usualMessages } from '#fixtures/population/population.ts';
import { fillDatabase } from '#fixtures/population/rows/fill-database.ts';
import { SEEDED_PASSWORD } from '#fixtures/population/signed-in-people.ts';

const SEED = 1;

/** A command that was typed wrongly; its message is for the user. */
export class WrongUsage extends Error {}

/**
 * Fills the empty database of DATABASE_URL with people, circles and messages.
 * @param given the number of people, as typed
 * @throws {WrongUsage} when the number or DATABASE_URL is wrong
 */
export async function seed(given: string | undefined): Promise<void> {
  const people = Number(given);
  const database = process.env.DATABASE_URL;
  if (!Number.isInteger(people) || people < SMALLEST_POPULATION || !database)
    throw new WrongUsage(
      `DATABASE_URL=… npm run bench -- seed PEOPLE: a whole number of people, ${SMALLEST_POPULATION} or more`,
    );

  const from = performance.now();
  const population = drawPopulation({ seed: SEED, people, messages: usualMessages(people) });
  await fillDatabase(database, population, console.log);
  const [first] = drawPeople(SEED);
  console.log(
    `${people} people, ${population.circles.pairs} pairs and ${population.messages} messages in ${((performance.now() - from) / 1000).toFixed(0)} s.`,
  );
  console.log(`Log in as ${first!.email} with the password '${SEEDED_PASSWORD}'.`);
}
