import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { inWords, percentiles, type Rounds, timeCalls } from '#bench/loads/timed-calls.ts';
import type { Figure, Measurement, MeasurementContext } from '#bench/report/figure.ts';
import { median } from '#bench/report/statistics.ts';
import { type Call, call } from '#bench/rig/call.ts';
import { LARGE, type PopulatedDatabase, type SampleUser } from '#bench/rig/populations.ts';
import { startProduct } from '#bench/rig/product.ts';

const FEW = 1_000;
const ROUNDS = { full: 15, quick: 3 };
const CALLS_COUNTED = 5;
const STATEMENT = /LOG: {2}(statement|execute [^:]*): /g;

/** The path of a sample user's call. The user's place varies the chats. */
type PathOf = (user: SampleUser, place: number) => string;

const CALLS: Record<string, PathOf> = {
  'my circle': ({ uid }) => `/api/users/${uid}/connections`,
  'a chat': ({ friends }, place) => `/api/messages?with=${friends[place % friends.length]}`,
};

/** Opening one's circle and a chat, in a large population against a small one: the cost depends only on one's own circle. */
export const circle: Figure = async (context) => {
  const few = await context.populationOf(FEW);
  const many = await context.populationOf(LARGE[context.size]);
  const measured: Measurement[] = [];
  for (const [name, pathOf] of Object.entries(CALLS)) {
    const what = `${name} among ${many.people.toLocaleString('en')} ÷ among ${few.people.toLocaleString('en')}`;
    measured.push({
      figure: `${what}, queries`,
      unit: 'a call',
      ours: await countStatements(context, many, pathOf),
      reference: await countStatements(context, few, pathOf),
      goal: { atMost: 1 },
      note: `with ${sizeOf(many)} ÷ with ${sizeOf(few)}, by PostgreSQL's log, the session's included`,
    });
    await using amongFew = await startProduct(context.cluster, few);
    await using amongMany = await startProduct(context.cluster, many);
    const pairs = few.sampleUsers.map((user, place) => ({
      few: callOf(amongFew.url, user, place, pathOf),
      many: callOf(amongMany.url, many.sampleUsers[place]!, place, pathOf),
    }));
    const rounds = await timeCalls(pairs, ROUNDS[context.size]);
    measured.push(bytesAmong(what, rounds), timeAmong(what, rounds));
  }
  return measured;
};

/** The median of some calls, because the product's background work adds statements to single calls. */
async function countStatements({ cluster }: MeasurementContext, database: PopulatedDatabase, pathOf: PathOf) {
  const logged = new URL(database.databaseUrl);
  logged.searchParams.set('options', '-c log_statement=all');
  await using product = await startProduct(cluster, { ...database, databaseUrl: logged.href });
  const log = join(cluster.folder, 'postgres.log');
  const counts: number[] = [];
  for (const [place, user] of database.sampleUsers.slice(0, CALLS_COUNTED).entries()) {
    const { size } = await stat(log);
    await call(callOf(product.url, user, place, pathOf));
    const written = (await readFile(log)).subarray(size).toString();
    counts.push([...written.matchAll(STATEMENT)].length);
  }
  return median(counts);
}

function callOf(origin: string, user: SampleUser, place: number, pathOf: PathOf): Call {
  return { origin, method: 'GET', path: pathOf(user, place), cookie: user.cookie };
}

function bytesAmong(what: string, rounds: Rounds): Measurement {
  const meanOf = ([calls]: Rounds['few']) => calls!.reduce((sum, { bytes }) => sum + bytes, 0) / calls!.length;
  const [few, many] = [meanOf(rounds.few), meanOf(rounds.many)];
  return {
    figure: `${what}, bytes`,
    unit: 'times as many',
    ours: Number((many / few).toFixed(2)),
    goal: { atMost: 1 },
    note: `the mean answer has ${many.toFixed(0)} ÷ ${few.toFixed(0)} bytes; the names and the messages are others, so the ratio is rounded to hundredths`,
  };
}

function timeAmong(what: string, rounds: Rounds): Measurement {
  const { few, many } = percentiles(rounds, 0.95);
  return {
    figure: `${what}, 95th percentile`,
    unit: 'ms',
    ours: many,
    reference: few,
    goal: { atMost: 1.1 },
    note: `calls of ${rounds.few[0]!.length} people with 50 connections and 50 chats of 4 to 200 messages, in turn among many and among few, after one round that warms up; each by its middle one of ${rounds.few.length} rounds; median ${inWords(percentiles(rounds, 0.5))}`,
  };
}

function sizeOf({ people, messages }: PopulatedDatabase): string {
  return `${people.toLocaleString('en')} people and ${messages.toLocaleString('en')} messages`;
}
