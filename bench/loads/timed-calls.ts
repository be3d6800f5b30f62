import { Agent } from 'node:http';
import { median, percentile } from '#bench/report/statistics.ts';
import { type Call, call } from '#bench/rig/call.ts';

interface TimedCall {
  ms: number;
  bytes: number;
}

interface Sides<Value> {
  few: Value;
  many: Value;
}

export type Rounds = Sides<TimedCall[][]>;

/** Makes the calls of both sides in turn, so that other load affects both. A first round only warms up. */
export async function timeCalls(pairs: Sides<Call>[], rounds: number): Promise<Rounds> {
  const timed: Rounds = { few: [], many: [] };
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let round = 0; round <= rounds; round += 1) {
    const [few, many]: [TimedCall[], TimedCall[]] = [[], []];
    for (const pair of pairs) {
      few.push(await timeCall(pair.few, agent));
      many.push(await timeCall(pair.many, agent));
    }
    if (round === 0) continue;
    timed.few.push(few);
    timed.many.push(many);
  }
  return timed;
}

async function timeCall(each: Call, agent: Agent): Promise<TimedCall> {
  const from = performance.now();
  const { byteLength: bytes } = await call(each, agent);
  return { ms: performance.now() - from, bytes };
}

/** Each call counts with its median over the rounds, which removes outliers. */
export function percentiles(rounds: Rounds, share: number): Sides<number> {
  const of = (side: TimedCall[][]) =>
    percentile(
      side[0]!.map((_, place) => median(side.map((round) => round[place]!.ms))),
      share,
    );
  return { few: of(rounds.few), many: of(rounds.many) };
}

export function inWords({ few, many }: Sides<number>): string {
  return `${many.toFixed(2)} ÷ ${few.toFixed(2)} ms`;
}
