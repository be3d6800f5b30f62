import lighthouse, { type Result } from 'lighthouse';

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Marks from 0 to 100. */
export type Marks = Record<(typeof CATEGORIES)[number], number>;

const RUNS = 3;
const TIMES = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'];

/**
 * Lighthouse's marks for a page on a slow phone. Performance is the median of three runs, because it depends on the
 * machine's other load; for the other categories the worst run counts. Failed audits are printed.
 * @param port the debugging port of the browser
 */
export async function marksOf(address: string, port: number): Promise<Marks> {
  const runs: Marks[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await look(address, port));
  const sorted = (category: keyof Marks) => runs.map((marks) => marks[category]).sort((a, b) => a - b);
  const [performance, ...others] = CATEGORIES;
  const middle = sorted(performance)[Math.floor(RUNS / 2)];
  return Object.fromEntries([[performance, middle], ...others.map((each) => [each, sorted(each)[0]])]);
}

async function look(address: string, port: number): Promise<Marks> {
  const { categories, audits } = expectWhole(await record(address, port));
  console.log(`  ${TIMES.map((id) => `${audits[id]!.title} ${audits[id]!.displayValue}`).join(', ')}`);
  for (const { id, weight } of CATEGORIES.slice(1).flatMap((category) => categories[category]!.auditRefs)) {
    const { score, title } = audits[id]!;
    if (weight > 0 && score !== null && score < 1) console.log(`  ${title}`);
  }
  return Object.fromEntries(
    CATEGORIES.map((category) => [category, Math.round((categories[category]!.score ?? 0) * 100)]),
  ) as Marks;
}

/** Sometimes the start is missing in Chromium's trace, and Lighthouse asks for another run. */
async function record(address: string, port: number, triesLeft = 2): Promise<Result> {
  const result = await lighthouse(address, { port, logLevel: 'error', onlyCategories: [...CATEGORIES] });
  const { lhr } = result!;
  return lhr.runtimeError?.code === 'NO_NAVSTART' && triesLeft > 0 ? record(address, port, triesLeft - 1) : lhr;
}

/** @throws when a call of the page was refused, for instance because the session was lost */
function expectWhole(lhr: Result): Result {
  if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
  const { items } = lhr.audits['network-requests']!.details as unknown as {
    items: { url: string; statusCode: number }[];
  };
  const refused = items.find(({ statusCode }) => statusCode >= 400);
  if (refused) throw new Error(`${refused.url} was answered with ${refused.statusCode}`);
  return lhr;
}
