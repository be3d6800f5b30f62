import { randomBytes } from 'node:crypto';
import { friendsOfRegulars } from '#fixtures/population/conversations/conversations.ts';
import { drawPopulation, type Population, uidOf, usualMessages } from '#fixtures/population/population.ts';
import { fillDatabase } from '#fixtures/population/rows/fill-database.ts';
import { walkersOf } from '#fixtures/population/signed-in-people.ts';
import type { Cluster } from './cluster.ts';
import type { Person } from './people.ts';

const SEED = 1;

/** A database with a population, for figures to start the product on. */
export interface Populated {
  people: number;
  messages: number;
  databaseUrl: string;
  /** What a server on it must be started with, so that the walkers are signed in. */
  authSecret: string;
  /** People with circles of one size. */
  regulars: Regular[];
}

/** Somebody whose circle and chats are of the same size in every population. */
export interface Regular extends Person {
  /** The uids of those whom they are connected with, the longest chat first. */
  friends: string[];
}

/** Makes populations when they are asked for, each once in a run. */
export function createPopulations(
  cluster: Cluster,
  tell: (line: string) => void,
): (people: number) => Promise<Populated> {
  const made = new Map<number, Promise<Populated>>();
  return (people) => {
    const population = made.get(people) ?? populate(cluster, people, tell);
    made.set(people, population);
    return population;
  };
}

async function populate(cluster: Cluster, people: number, tell: (line: string) => void): Promise<Populated> {
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
  tell(`${people} people, ${circles.pairs} pairs, ${messages} messages: ${rows[0]!.size}, seeded in ${seconds} s`);
  const authSecret = randomBytes(32).toString('base64url');
  return { people, messages, databaseUrl, authSecret, regulars: regularsOf(population, authSecret) };
}

function regularsOf(population: Population, authSecret: string): Regular[] {
  const walkers = walkersOf(population, authSecret);
  return friendsOfRegulars(population.circles).map((friends, regular) => ({
    ...walkers[regular]!,
    friends: friends.map((friend) => uidOf(population, friend)),
  }));
}
