import pg from 'pg';
import { fillDatabase } from '#fixtures/population/fill-database.ts';
import { sessionCookie } from '#fixtures/session-cookie.ts';
import type { Cluster, Database } from './cluster.ts';
import type { Person } from './people.ts';

export const LARGE = { full: 1_000_000, quick: 20_000 };

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

const SAMPLE_USERS = `
  select u.id as uid, s.token, array(
    select other from connections where owner = u.id order by (
      select count(*) from messages
      where conversation_key(sender, receiver) = conversation_key(owner, other) and owner in (sender, receiver)) desc) as friends
  from sessions s join users u on u.id = s.user_id order by u.created_at`;

/** @returns a function that fills a database of a size, once in a run */
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
  const database = await cluster.createDatabase(`people_${people}`);
  await fillDatabase(database.databaseUrl, people);
  await cluster.admin.query('checkpoint');
  const client = new pg.Client({ connectionString: database.databaseUrl });
  await client.connect();
  const sampled = await client.query<{ uid: string; token: string; friends: string[] }>(SAMPLE_USERS);
  const { rows } = await client.query<{ messages: number; kilobytes: string }>(
    `select (select count(*)::int from messages) as messages,
       round((pg_total_relation_size('users') + pg_total_relation_size('search_keys')) / $1::numeric / 1000, 1) as kilobytes`,
    [people],
  );
  await client.end();
  const { messages, kilobytes } = rows[0]!;
  const seconds = ((performance.now() - from) / 1000).toFixed(0);
  log(`${people} people, ${kilobytes} KB each with their search keys, ${messages} messages, seeded in ${seconds} s`);
  const sampleUsers = sampled.rows.map(({ uid, token, friends }) => {
    return { uid, cookie: sessionCookie(token, database.authSecret), friends };
  });
  return { ...database, people, messages, sampleUsers };
}
