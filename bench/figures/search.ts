import { drawSearchTexts } from '#bench/loads/search-texts.ts';
import { inWords, percentiles, timeCalls } from '#bench/loads/timed-calls.ts';
import type { Figure } from '#bench/report/figure.ts';
import { median, shown } from '#bench/report/statistics.ts';
import type { Call } from '#bench/rig/call.ts';
import { LARGE, type PopulatedDatabase } from '#bench/rig/populations.ts';
import { type Product, startProduct } from '#bench/rig/product.ts';

const FEW = 10_000;
const SIZES = { full: { rounds: 5, texts: 850 }, quick: { rounds: 2, texts: 340 } };
/** A scan is slow: only the first texts, one of each kind. */
const SCANNED = 9;
const SCANS_EACH = 3;
const SCAN = `
  select id as uid from users
  where id <> $1 and (firstname ilike $2 or lastname ilike $2 or phonenumber ilike $2 or phone_key ilike $2)
  order by (firstname ilike substr($2, 2) or lastname ilike substr($2, 2)) desc, firstname, lastname, id
  limit 50`;

export const search: Figure = async ({ cluster, size, log, populationOf }) => {
  const { rounds, texts } = SIZES[size];
  const few = await populationOf(FEW);
  const many = await populationOf(LARGE[size]);
  await using amongFew = await startProduct(cluster, few);
  await using amongMany = await startProduct(cluster, many);
  const callOf = ({ url }: Product, { sampleUsers }: PopulatedDatabase, query: string, place: number): Call => {
    const { cookie } = sampleUsers[place % sampleUsers.length]!;
    return { origin: url, method: 'POST', path: '/api/users/search', cookie, body: { query } };
  };
  const drawn = await drawSearchTexts(amongFew.db, texts);
  const pairs = drawn.map((text, place) => ({
    few: callOf(amongFew, few, text, place),
    many: callOf(amongMany, many, text, place),
  }));
  const timed = await timeCalls(pairs, rounds);
  const at = (share: number) => inWords(percentiles(timed, share));
  log(`median ${at(0.5)}, 95th percentile ${at(0.95)}, 99th ${at(0.99)}`);
  return [
    {
      figure: `people search, 99th percentile among ${amount(many)} ÷ among ${amount(few)}`,
      unit: 'ms',
      ours: percentiles(timed, 0.99).many,
      reference: percentiles(timed, 0.99).few,
      goal: { atMost: 3 },
      note: `by POST /api/users/search, one at a time: ${texts} texts: rare, common and absent names and parts of them, full names, digits of phone numbers, literal wildcards; each by its middle one of ${rounds} rounds, after one that warms up; median search ${at(0.5)}, 95th percentile ${at(0.95)}`,
    },
    {
      figure: `sequential scan of ${amount(many)} ÷ people search`,
      unit: 'ms',
      ours: await scan(amongMany, many.sampleUsers[0]!.uid, drawn.slice(0, SCANNED), log),
      reference: percentiles(timed, 0.5).many,
      goal: { atLeast: 100 },
      note: `by ilike with index scans off (two workers may help it), a prepared statement without the server around it; median of ${SCANNED} texts, of ${SCANS_EACH} runs each, against the median search`,
    },
  ];
};

async function scan({ db }: Product, searcher: string, texts: string[], log: (line: string) => void): Promise<number> {
  const client = await db.connect();
  await client.query('set enable_indexscan = off; set enable_indexonlyscan = off; set enable_bitmapscan = off');
  const scans: number[] = [];
  for (const text of texts) {
    const values = [searcher, `%${text.replace(/[\\%_]/g, '\\$&')}%`];
    const times: number[] = [];
    for (let run = 0; run < SCANS_EACH; run += 1) {
      const from = performance.now();
      await client.query({ name: 'scan', text: SCAN, values });
      times.push(performance.now() - from);
    }
    scans.push(median(times));
    log(`'${text}': scan ${shown(scans.at(-1)!)} ms`);
  }
  client.release(true);
  return median(scans);
}

function amount({ people }: PopulatedDatabase): string {
  return people.toLocaleString('en');
}
