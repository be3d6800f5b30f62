import { drawSearchTexts, KINDS_OF_TEXT } from '#bench/loads/search-texts.ts';
import { inWords, percentiles, timeCalls } from '#bench/loads/timed-calls.ts';
import type { Figure, Measurement, MeasurementContext } from '#bench/report/figure.ts';
import { median, shown } from '#bench/report/statistics.ts';
import type { Call } from '#bench/rig/call.ts';
import type { PopulatedDatabase } from '#bench/rig/populations.ts';
import { type Product, startProduct } from '#bench/rig/product.ts';
import { openBulkPool } from '#server/database/bulk-pool.ts';
import { openPool } from '#server/database/connect.ts';
import { searchPeople } from '#server/features/people/search/search-people.ts';

const FEW = 10_000;
const SIZES = { full: { rounds: 5, texts: 850 }, quick: { rounds: 2, texts: 340 } };
const RUNS = 3;

/** The people search, among a million people against among ten thousand. */
export const search: Figure = {
  name: 'search',
  async measure(context) {
    const few = await context.populationOf(FEW);
    const many = await context.populationOf(context.people);
    return [await byHttp(context, few, many), await againstScan(context, many)];
  },
};

async function byHttp(
  { cluster, size, log }: MeasurementContext,
  few: PopulatedDatabase,
  many: PopulatedDatabase,
): Promise<Measurement> {
  const { rounds, texts } = SIZES[size];
  await using amongFew = await startProduct(cluster, few);
  await using amongMany = await startProduct(cluster, many);
  const callOf = ({ url }: Product, { sampleUsers }: PopulatedDatabase, query: string, place: number): Call => {
    const { cookie } = sampleUsers[place % sampleUsers.length]!;
    return { origin: url, method: 'POST', path: '/api/users/search', cookie, body: { query } };
  };
  const pairs = drawSearchTexts(texts).map((text, place) => ({
    few: callOf(amongFew, few, text, place),
    many: callOf(amongMany, many, text, place),
  }));
  const timed = await timeCalls(pairs, rounds);
  const at = (share: number) => inWords(percentiles(timed, share));
  log(`median ${at(0.5)}, 95th percentile ${at(0.95)}, 99th ${at(0.99)}`);
  return {
    figure: `people search, 99th percentile among ${amount(many)} ÷ among ${amount(few)}`,
    unit: 'ms',
    ours: percentiles(timed, 0.99).many,
    reference: percentiles(timed, 0.99).few,
    goal: { atMost: 3 },
    note: `by POST /api/users/search, one at a time: ${texts} texts: rare, common and absent names, their beginnings and inner parts, full names in either order, phone numbers in many spellings, literal wildcards; each by its middle one of ${rounds} rounds, after one that warms up; median search ${at(0.5)}, 95th percentile ${at(0.95)}`,
  };
}

/** The same search without the server around it, and a sequential scan for names and numbers that contain the text. */
async function againstScan({ log }: MeasurementContext, many: PopulatedDatabase): Promise<Measurement> {
  const bulkPool = openBulkPool(many.databaseUrl);
  const scanPool = openPool(many.databaseUrl, {
    max: 1,
    statementTimeoutMs: Number.POSITIVE_INFINITY,
    settings: ['indexscan', 'indexonlyscan', 'bitmapscan'].map((way) => `enable_${way} = off`),
  });
  const { uid } = many.sampleUsers[0]!;
  const [scans, searches]: [number[], number[]] = [[], []];
  // Only one text of each kind, because a scan takes as long as thousands of searches.
  for (const text of drawSearchTexts(KINDS_OF_TEXT)) {
    const values = [uid, `%${text.replace(/[\\%_]/g, '\\$&')}%`];
    scans.push(await medianTime(() => scanPool.query({ name: 'scan', text: SCAN, values })));
    searches.push(await medianTime(() => searchPeople({ bulkPool, config: { defaultCountry: 'US' } }, uid, text)));
    log(`'${text}': scan ${shown(scans.at(-1)!)} ms, search ${shown(searches.at(-1)!)} ms`);
  }
  await Promise.all([bulkPool.end(), scanPool.end()]);
  return {
    figure: `sequential scan of ${amount(many)} ÷ people search`,
    unit: 'ms',
    ours: median(scans),
    reference: median(searches),
    goal: { atLeast: 100 },
    note: `by ilike with index scans off (two workers may help it), both as prepared statements without the server around them; medians of ${KINDS_OF_TEXT} texts, of ${RUNS} runs each`,
  };
}

const SCAN = `
  select id as uid from users
  where id <> $1 and (firstname ilike $2 or lastname ilike $2 or phonenumber ilike $2 or phone_key ilike $2)
  order by (firstname ilike substr($2, 2) or lastname ilike substr($2, 2)) desc, firstname, lastname, id
  limit 50`;

async function medianTime(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const from = performance.now();
    await work();
    times.push(performance.now() - from);
  }
  return median(times);
}

function amount({ people }: PopulatedDatabase): string {
  return people.toLocaleString('en');
}
