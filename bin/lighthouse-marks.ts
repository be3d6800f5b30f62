import lighthouse from 'lighthouse';

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Marks from 0 to 100. */
export type Marks = Record<(typeof CATEGORIES)[number], number>;

const RUNS = 3;

/**
 * Lighthouse's marks for a page on a slow phone: the median of three runs, because performance depends on what else the
 * machine does. What costs marks elsewhere is printed.
 * @param port the debugging port of the browser
 */
export async function marksOf(address: string, port: number): Promise<Marks> {
  const runs: Marks[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await look(address, port));
  const middle = (category: keyof Marks) => runs.map((marks) => marks[category]).sort((a, b) => a - b)[1]!;
  return Object.fromEntries(CATEGORIES.map((category) => [category, middle(category)])) as Marks;
}

async function look(address: string, port: number): Promise<Marks> {
  const result = await lighthouse(address, { port, logLevel: 'error', onlyCategories: [...CATEGORIES] });
  const { categories, audits, finalDisplayedUrl, runtimeError } = result!.lhr;
  if (runtimeError || finalDisplayedUrl !== address)
    throw new Error(runtimeError?.message ?? `It led to ${finalDisplayedUrl}`);
  const timing = [
    'first-contentful-paint',
    'largest-contentful-paint',
    'total-blocking-time',
    'cumulative-layout-shift',
  ];
  console.log(`  ${timing.map((id) => `${audits[id]!.title} ${audits[id]!.displayValue}`).join(', ')}`);
  for (const { id, weight } of CATEGORIES.slice(1).flatMap((category) => categories[category]!.auditRefs)) {
    const { score, title } = audits[id]!;
    if (weight > 0 && score !== null && score < 1) console.log(`  ${title}`);
  }
  return Object.fromEntries(
    CATEGORIES.map((category) => [category, Math.round((categories[category]!.score ?? 0) * 100)]),
  ) as Marks;
}
