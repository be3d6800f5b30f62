import { drawSearchTexts, KINDS_OF_TEXT } from '#bench/loads/search-texts.ts';
import { inWords, percentiles, timeCalls } from '#bench/loads/time-calls.ts';
import type { Call } from '#bench/loads/timed-calls-load.ts';
import { type DatabaseSearch, openDatabaseSearch } from '#bench/references/database-search.ts';
import { expectIndexScans } from '#bench/references/expect-index-scans.ts';
import type { Figure, Measurement, MeasurementContext } from '#bench/report/figure.ts';
import { median } from '#bench/report/statistics.ts';
import type { PopulatedDatabase } from '#bench/rig/populations.ts';
import { type Product, startNode } from '#bench/rig/product.ts';

const FEW = 10_000;
const SIZES = { full: { rounds: 5, texts: 850 }, quick: { rounds: 2, texts: 340 } };
const MOST_FOUND = 50;

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
  context: MeasurementContext,
  few: PopulatedDatabase,
  many: PopulatedDatabase,
): Promise<Measurement> {
  const size = SIZES[context.size];
  const texts = drawSearchTexts(size.texts);
  await using amongFew = await startNode(context, { ...few, name: 'search-few' });
  await using amongMany = await startNode(context, { ...many, name: 'search-many' });
  const callOf = ({ url }: Product, { sampleUsers }: PopulatedDatabase, query: string, place: number): Call => {
    const { cookie } = sampleUsers[place % sampleUsers.length]!;
    return { origin: url, method: 'POST', path: '/api/users/search', cookie, body: { query } };
  };
  const pairs = texts.map((text, place) => ({
    few: callOf(amongFew, few, text, place),
    many: callOf(amongMany, many, text, place),
  }));
  const rounds = await timeCalls(pairs, size.rounds);
  const shown = (share: number) => inWords(percentiles(rounds, share));
  context.log(`median ${shown(0.5)}, 95th percentile ${shown(0.95)}, 99th ${shown(0.99)}`);
  return {
    figure: `people search, 99th percentile among ${amount(many)} ÷ among ${amount(few)}`,
    unit: 'ms',
    ours: percentiles(rounds, 0.99).many,
    reference: percentiles(rounds, 0.99).few,
    goal: { atMost: 3 },
    note: `by POST /api/users/search, one at a time: ${texts.length} texts: rare, common and absent names, their beginnings and inner parts, full names in either order, phone numbers in many spellings, literal wildcards; each by its middle one of ${size.rounds} rounds, after one that warms up; median search ${shown(0.5)}, 95th percentile ${shown(0.95)}`,
  };
}

async function againstScan({ log }: MeasurementContext, many: PopulatedDatabase): Promise<Measurement> {
  await using database = openDatabaseSearch(many.databaseUrl);
  for (const statement of await database.statements())
    await expectIndexScans(database.pool, statement, ['search_keys', 'users']);
  const [scans, searches]: [number[], number[]] = [[], []];
  // Only one text of each kind, because a scan takes as long as thousands of searches.
  for (const text of drawSearchTexts(KINDS_OF_TEXT)) {
    const { scanMs, searchMs } = await timeBoth(database, many.sampleUsers[0]!.uid, text);
    scans.push(scanMs);
    searches.push(searchMs);
    log(`'${text}': scan ${scanMs.toFixed(0)} ms, search ${searchMs.toFixed(2)} ms`);
  }
  return {
    figure: `sequential scan of ${amount(many)} ÷ people search`,
    unit: 'ms',
    ours: median(scans),
    reference: median(searches),
    goal: { atLeast: 100 },
    note: `the same people found by ilike with index scans off (two workers may help it), both as prepared statements without the server around them; medians of ${KINDS_OF_TEXT} texts, of three runs each; the plan of the search has index scans only`,
  };
}

/** @throws when they do not find the same people */
async function timeBoth(database: DatabaseSearch, searcher: string, text: string) {
  const [scanned, searched]: [number[], number[]] = [[], []];
  for (let run = 0; run < 3; run += 1) {
    const found = {
      scan: await timed(scanned, () => database.scan(searcher, text)),
      search: await timed(searched, () => database.search(searcher, text)),
    };
    const isSame = found.scan.toSorted().join() === found.search.toSorted().join();
    // When more people match than are shown, both may pick different ones.
    const isAsMany = found.scan.length === MOST_FOUND && found.search.length === MOST_FOUND;
    if (!isSame && !isAsMany) throw new Error(`'${text}' finds ${found.search.length} of ${found.scan.length} people`);
  }
  return { scanMs: median(scanned), searchMs: median(searched) };
}

async function timed<Answer>(times: number[], work: () => Promise<Answer>): Promise<Answer> {
  const from = performance.now();
  const answer = await work();
  times.push(performance.now() - from);
  return answer;
}

function amount({ people }: PopulatedDatabase): string {
  return people.toLocaleString('en');
}
