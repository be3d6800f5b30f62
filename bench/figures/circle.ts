import { inWords, percentiles, type Rounds, timeCalls } from '#bench/loads/time-calls.ts';
import type { Call, TimedCall } from '#bench/loads/timed-calls-load.ts';
import type { Figure, Measurement, MeasurementContext } from '#bench/report/figure.ts';
import { countStatements } from '#bench/rig/count-statements.ts';
import type { PopulatedDatabase, SampleUser } from '#bench/rig/populations.ts';
import { startNode } from '#bench/rig/product.ts';

const FEW = 1_000;
const ROUNDS = { full: 15, quick: 3 };
const CALLS_COUNTED = 5;

/** A call of a sample user. @param place of the user, so that the calls open chats of all lengths */
type MakeCall = (user: SampleUser, place: number) => Omit<Call, 'origin'>;

const CALLS: Record<string, MakeCall> = {
  'my circle': ({ uid, cookie }) => ({ method: 'GET', path: `/api/users/${uid}/connections`, cookie }),
  'a chat': ({ friends, cookie }, place) => {
    return { method: 'GET', path: `/api/messages?with=${friends[place % friends.length]}`, cookie };
  },
};

/** Opening one's circle and a chat, in a large population against a small one: the cost depends only on one's own circle. */
export const circle: Figure = {
  name: 'circle',
  async measure(context) {
    const few = await context.populationOf(FEW);
    const many = await context.populationOf(context.people);
    const measured: Measurement[] = [];
    for (const [name, makeCall] of Object.entries(CALLS)) {
      const what = `${name} among ${many.people.toLocaleString('en')} ÷ among ${few.people.toLocaleString('en')}`;
      measured.push(await statementsAmong(context, what, makeCall, few, many));
      const rounds = await time(context, makeCall, few, many);
      context.log(`${name}: median ${inWords(percentiles(rounds, 0.5))}`);
      measured.push(bytesAmong(what, rounds), timeAmong(what, rounds, few));
    }
    return measured;
  },
};

async function statementsAmong(
  context: MeasurementContext,
  what: string,
  makeCall: MakeCall,
  few: PopulatedDatabase,
  many: PopulatedDatabase,
): Promise<Measurement> {
  const count = (side: PopulatedDatabase) =>
    countStatements(context, side, side.sampleUsers.slice(0, CALLS_COUNTED).map(makeCall));
  return {
    figure: `${what}, queries`,
    unit: 'a call',
    ours: await count(many),
    reference: await count(few),
    goal: { atMost: 1 },
    note: `with ${sizeOf(many)} ÷ with ${sizeOf(few)}, by PostgreSQL's log, the session's included`,
  };
}

/** All sample users make the call on both sides. */
async function time(
  context: MeasurementContext,
  makeCall: MakeCall,
  few: PopulatedDatabase,
  many: PopulatedDatabase,
): Promise<Rounds> {
  await using amongFew = await startNode(context, { ...few, name: 'circle-few' });
  await using amongMany = await startNode(context, { ...many, name: 'circle-many' });
  const pairs = few.sampleUsers.map((user, place) => ({
    few: { ...makeCall(user, place), origin: amongFew.url },
    many: { ...makeCall(many.sampleUsers[place]!, place), origin: amongMany.url },
  }));
  return await timeCalls(pairs, ROUNDS[context.size]);
}

function bytesAmong(what: string, rounds: Rounds): Measurement {
  const [few, many] = [meanBytes(rounds.few[0]!), meanBytes(rounds.many[0]!)];
  return {
    figure: `${what}, bytes`,
    unit: 'times as many',
    ours: Number((many / few).toFixed(2)),
    goal: { atMost: 1 },
    note: `the mean answer has ${many.toFixed(0)} ÷ ${few.toFixed(0)} bytes; the names and the messages are others, so the ratio is rounded to hundredths`,
  };
}

function timeAmong(what: string, rounds: Rounds, { sampleUsers }: PopulatedDatabase): Measurement {
  const { few, many } = percentiles(rounds, 0.95);
  return {
    figure: `${what}, 95th percentile`,
    unit: 'ms',
    ours: many,
    reference: few,
    goal: { atMost: 1.1 },
    note: `calls of ${sampleUsers.length} people with 50 connections and 50 chats of 4 to 200 messages, in turn among many and among few, after one round that warms up; each by its middle one of ${rounds.few.length} rounds; median ${inWords(percentiles(rounds, 0.5))}`,
  };
}

function meanBytes(calls: TimedCall[]): number {
  return calls.reduce((sum, { bytes }) => sum + bytes, 0) / calls.length;
}

function sizeOf({ people, messages }: PopulatedDatabase): string {
  return `${people.toLocaleString('en')} people and ${messages.toLocaleString('en')} messages`;
}
