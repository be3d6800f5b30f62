import { callSideBySide, inWords, percentiles, type Rounds } from '#bench/loads/time-calls.ts';
import type { Call, TimedCall } from '#bench/loads/timed-calls-load.ts';
import type { Figure, Ground, Measurement } from '#bench/report/figure.ts';
import { statementsOf } from '#bench/rig/count-statements.ts';
import type { Populated, Regular } from '#bench/rig/populations.ts';
import { startNode } from '#bench/rig/product.ts';

const FEW = 1_000;
const ROUNDS = 15;
const CALLS_COUNTED = 5;

/** What a regular asks for. @param place of the regular, so that chats of all lengths have their turn */
type Ask = (regular: Regular, place: number) => Omit<Call, 'origin'>;

const ASKED: Record<string, Ask> = {
  'my circle': ({ uid, cookie }) => ({ method: 'GET', path: `/api/users/${uid}/connections`, cookie }),
  'a chat': ({ friends, cookie }, place) => {
    return { method: 'GET', path: `/api/messages?with=${friends[place % friends.length]}`, cookie };
  },
};

/** What people open, among many others against among few: it costs what their circle costs. */
export const circle: Figure = {
  name: 'circle',
  async measure(ground) {
    const few = await ground.populationOf(FEW);
    const many = await ground.populationOf(ground.people);
    const measured: Measurement[] = [];
    for (const [asked, ask] of Object.entries(ASKED)) {
      const what = `${asked} among ${many.people.toLocaleString('en')} ÷ among ${few.people.toLocaleString('en')}`;
      measured.push(await statementsAmong(ground, what, ask, few, many));
      const rounds = await time(ground, ask, few, many);
      ground.tell(`${asked}: median ${inWords(percentiles(rounds, 0.5))}`);
      measured.push(bytesAmong(what, rounds), timeAmong(what, rounds, few));
    }
    return measured;
  },
};

async function statementsAmong(
  ground: Ground,
  what: string,
  ask: Ask,
  few: Populated,
  many: Populated,
): Promise<Measurement> {
  const count = (side: Populated) => statementsOf(ground, side, side.regulars.slice(0, CALLS_COUNTED).map(ask));
  return {
    figure: `${what}, queries`,
    unit: 'a call',
    ours: await count(many),
    reference: await count(few),
    goal: { atMost: 1 },
    note: `with ${sizeOf(many)} ÷ with ${sizeOf(few)}, by PostgreSQL's log, the session's included`,
  };
}

/** All regulars ask on either side. */
async function time(ground: Ground, ask: Ask, few: Populated, many: Populated): Promise<Rounds> {
  await using amongFew = await startNode(ground, { ...few, name: 'circle-few' });
  await using amongMany = await startNode(ground, { ...many, name: 'circle-many' });
  const pairs = few.regulars.map((regular, place) => ({
    few: { ...ask(regular, place), origin: amongFew.url },
    many: { ...ask(many.regulars[place]!, place), origin: amongMany.url },
  }));
  return await callSideBySide(pairs, ROUNDS);
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

function timeAmong(what: string, rounds: Rounds, { regulars }: Populated): Measurement {
  const { few, many } = percentiles(rounds, 0.95);
  return {
    figure: `${what}, 95th percentile`,
    unit: 'ms',
    ours: many,
    reference: few,
    goal: { atMost: 1.1 },
    note: `calls of ${regulars.length} people with 50 connections and 50 chats of 4 to 200 messages, in turn among many and among few, after one round that warms up; each by its middle one of ${ROUNDS} rounds; median ${inWords(percentiles(rounds, 0.5))}`,
  };
}

function meanBytes(calls: TimedCall[]): number {
  return calls.reduce((sum, { bytes }) => sum + bytes, 0) / calls.length;
}

function sizeOf({ people, messages }: Populated): string {
  return `${people.toLocaleString('en')} people and ${messages.toLocaleString('en')} messages`;
}
