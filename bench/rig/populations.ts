import { randomBytes } from 'node:crypto';
import { friendsOfSampleUsers } from '#fixtures/population/conversations.ts';
import { drawPopulation, type Population, uidOf, usualMessages } from '#fixtures/population/population.ts';
import { fillDatabase } from '#fixtures/population/rows/fill-database.ts';
import { signedInPeopleOf } from '#fixtures/population/signed-in-people.ts';
import type { Cluster } from './cluster.ts';
import type { Person } from './people.ts';

const SEED = 1;

/** A database with a population, for figures to start the product on. */
export interface PopulatedDatabase {
  people: number;
  messages: number;
  databaseUrl: string;
  /** The secret of the server on it. With another one the sample users' cookies are invalid. */
  authSecret: string;
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
  const name = `people_${people}`;
  const databaseUrl = await cluster.createDatabase(name);
  await fillDatabase(databaseUrl, population, () => {});
  await cluster.admin.query('checkpoint');
  const { rows } = await cluster.admin.query<{ size: string }>('select pg_size_pretty(pg_database_size($1)) as size', [
    name,
  ]);
  const seconds = ((performance.now() - from) / 1000).toFixed(0);
  const { circles, messages } = population;
  log(`${people} people, ${circles.pairs} pairs, ${messages} messages: ${rows[0]!.size}, seeded in ${seconds} s`);
  const authSecret = randomBytes(32).toString('base64url');
  return { people, messages, databaseUrl, authSecret, sampleUsers: sampleUsersOf(population, authSecret) };
}

function sampleUsersOf(population: Population, authSecret: string): SampleUser[] {
  const signedIn = signedInPeopleOf(population, authSecret);
  return friendsOfSampleUsers(population.circles).map((friends, place) => ({
    ...signedIn[place]!,
    friends: friends.map((friend) => uidOf(population, friend)),
  }));
}
