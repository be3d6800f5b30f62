import type { Figure, Ground, Measurement } from '../figure.ts';
import { median } from '../median.ts';
import { percentile } from '../percentile.ts';
import type { Populated, Regular } from '../populated.ts';
import { startNode } from '../product.ts';
import { callSideBySide, type Sides } from '../side-by-side.ts';
import { statementsOf } from '../statements.ts';
import type { Call, TimedCall } from '../timed-calls.ts';

const FEW = 1_000;
const ROUNDS = 9;
const CALLS_COUNTED = 5;

/** What a regular asks for. @param turn so that it is another chat each time */
type Ask = (regular: Regular, turn: number) => Omit<Call, 'origin'>;

const ASKED: Record<string, Ask> = {
  'my circle': ({ uid, cookie }) => ({ method: 'GET', path: `/api/users/${uid}/connections`, cookie }),
  'a chat': ({ friends, cookie }, turn) => {
    return { method: 'GET', path: `/api/messages?with=${friends[turn % friends.length]}`, cookie };
  },
};

/** What people open, among many others against among few: it costs what their circle costs. */
export const circle: Figure = {
  name: 'circle',
  async measure(ground) {
    const few = await ground.populationOf(FEW);
    const many = await ground.populationOf(ground.people);
    const measured: Measurement[] = [];
    for (const [what, ask] of Object.entries(ASKED)) {
      measured.push(await statementsAmong(ground, what, ask, few, many));
      measured.push(...(await timeAndBytesAmong(ground, what, ask, few, many)));
    }
    return measured;
  },
};

async function statementsAmong(ground: Ground, what: string, ask: Ask, few: Populated, many: Populated) {
  const count = (side: Populated) => statementsOf(ground, side, side.regulars.slice(0, CALLS_COUNTED).map(ask));
  return {
    figure: `${what}, queries`,
    unit: 'a call',
    ours: await count(many),
    reference: await count(few),
    goal: { atMost: 1 },
    note: `session included, by PostgreSQL's log; ${sizesOf(few, many)}`,
  };
}

async function timeAndBytesAmong(ground: Ground, what: string, ask: Ask, few: Populated, many: Populated) {
  const rounds = await timeRounds(ground, ask, few, many);
  const [ours, reference] = [rounds.map(({ large }) => large), rounds.map(({ small }) => small)];
  const [oursBytes, referenceBytes] = [meanBytes(ours.flat()), meanBytes(reference.flat())];
  const middles = `medians ${shown(ours, 0.5)} ÷ ${shown(reference, 0.5)} ms`;
  return [
    {
      figure: `${what}, bytes`,
      unit: 'times as many',
      ours: Number((oursBytes / referenceBytes).toFixed(2)),
      goal: { atMost: 1 },
      note: `the mean answer has ${oursBytes.toFixed(0)} ÷ ${referenceBytes.toFixed(0)} bytes: names and messages are drawn, so the ratio is rounded to hundredths; message numbers have nine digits in both`,
    },
    {
      figure: `${what}, 95th percentile`,
      unit: 'ms',
      ours: middleOf(ours, 0.95),
      reference: middleOf(reference, 0.95),
      goal: { atMost: 1.1 },
      note: `calls of ${few.regulars.length} regulars with 50 connections each and 50 chats of 4 to 200 messages, in turn among many and among few; medians of ${ROUNDS} rounds; ${middles}`,
    },
  ];
}

/** Every round all regulars ask once on either side. The first round, which only warms up, is not told. */
async function timeRounds({ tell, ...ground }: Ground, ask: Ask, few: Populated, many: Populated): Promise<Sides[]> {
  await using small = await startNode({ tell, ...ground }, { ...few, name: 'circle-few' });
  await using large = await startNode({ tell, ...ground }, { ...many, name: 'circle-many' });
  const rounds: Sides[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const sides = await callSideBySide(
      few.regulars.map((regular, place) => ({
        small: { ...ask(regular, place + 17 * round), origin: small.url },
        large: { ...ask(many.regulars[place]!, place + 17 * round), origin: large.url },
      })),
    );
    if (round === 0) continue;
    rounds.push(sides);
    tell(`round ${round}: ${shown([sides.large], 0.95)} ms among many, ${shown([sides.small], 0.95)} ms among few`);
  }
  return rounds;
}

/** The middle round's percentile of the times. */
function middleOf(rounds: TimedCall[][], share: number): number {
  return median(
    rounds.map((calls) =>
      percentile(
        calls.map(({ ms }) => ms),
        share,
      ),
    ),
  );
}

function shown(rounds: TimedCall[][], share: number): string {
  return middleOf(rounds, share).toFixed(2);
}

function meanBytes(calls: TimedCall[]): number {
  return calls.reduce((sum, { bytes }) => sum + bytes, 0) / calls.length;
}

function sizesOf(few: Populated, many: Populated): string {
  const size = ({ people, messages }: Populated) =>
    `${people.toLocaleString('en')} people and ${messages.toLocaleString('en')} messages`;
  return `${size(many)} ÷ ${size(few)}`;
}
