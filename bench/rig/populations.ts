import { friendsOfSampleUsers } from '#fixtures/population/conversations.ts';
import { drawPopulation, type Population, uidOf, usualMessages } from '#fixtures/population/population.ts';
import { fillDatabase } from '#fixtures/population/rows/fill-database.ts';
import { signedInPeopleOf } from '#fixtures/population/signed-in-people.ts';
import type { Cluster } from './cluster.ts';
import type { Person } from './people.ts';
import { createDatabase, type Database } from './product.ts';

const SEED = 1;

/** A database with a population, for figures to start the product on. */
export interface PopulatedDatabase extends Database {
  people: number;
  messages: number;
  sampleUsers: SampleUser[];
}

/** A person whose circle and chats have the same size in every population, so that populations compare. */
export interface SampleUser extends Person {
  /** The uids of this person's connections, the longest chat first. */
  friends: string[];
}

/** @returns fills a database with a population of a size, once in a run for each size */
export function createPopulations(
  cluster: Cluster,
  log: (line: string) => void,
): (people: number) => Promise<PopulatedDatabase> {
  const made = new Map<number, Promise<PopulatedDatabase>>();
  return (people) => {
    const population = made.get(people) ?? populate(cluster, people, log);
    made.set(people, population);
    return population;
  };
}

async function populate(cluster: Cluster, people: number, log: (line: string) => void): Promise<PopulatedDatabase> {
  const from = performance.now();
  const population = drawPopulation({ seed: SEED, people, messages: usualMessages(people) });
  const database = await createDatabase(cluster, `people_${people}`);
  await fillDatabase(database.databaseUrl, population, () => {});
  await cluster.admin.query('checkpoint');
  const seconds = ((performance.now() - from) / 1000).toFixed(0);
  const { circles, messages } = population;
  log(`${people} people, ${circles.pairs} pairs, ${messages} messages, seeded in ${seconds} s`);
  return { ...database, people, messages, sampleUsers: sampleUsersOf(population, database.authSecret) };
}

function sampleUsersOf(population: Population, authSecret: string): SampleUser[] {
  const signedIn = signedInPeopleOf(population, authSecret);
  return friendsOfSampleUsers(population.circles).map((friends, place) => ({
    ...signedIn[place]!,
    friends: friends.map((friend) => uidOf(population, friend)),
  }));
}
