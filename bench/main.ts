/**
 * `npm run bench [figure…] [--quick] [--people N] [--json FILE] [--cpu-prof FOLDER]`: measures the figures of the design,
 * each against its reference on this machine; `--quick` at smaller sizes. `npm run bench -- seed PEOPLE`: fills a database.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { SMALLEST_POPULATION } from '#fixtures/population/population.ts';
import { FIGURES } from './figures/index.ts';
import type { Measurement, RunSize } from './report/figure.ts';
import { isMet, rowOf, tableOf } from './report/table.ts';
import { interruption } from './rig/child-processes.ts';
import { openCluster } from './rig/cluster.ts';
import { describeMachine } from './rig/machine.ts';
import { createPopulations } from './rig/populations.ts';
import { seed } from './seed.ts';

const PEOPLE = { full: 1_000_000, quick: 20_000 };

if (process.argv[2] === 'seed') {
  const failure = await seed(process.argv.slice(3)).catch((error: unknown) => error);
  if (failure) console.error(failure instanceof Error ? failure.message : failure);
  process.exit(failure ? 1 : 0);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    people: { type: 'string' },
    json: { type: 'string' },
    'cpu-prof': { type: 'string' },
  },
});
const unknown = positionals.filter((name) => !FIGURES.some((figure) => figure.name === name));
if (unknown.length > 0) {
  console.error(`There is no figure ${unknown.join(', ')}. There are: ${FIGURES.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}
const size: RunSize = values.quick ? 'quick' : 'full';
const people = Number(values.people ?? PEOPLE[size]);
if (!Number.isInteger(people) || people < SMALLEST_POPULATION) {
  console.error(`--people must be a whole number, ${SMALLEST_POPULATION} or more.`);
  process.exit(2);
}

const interrupted = interruption();
interrupted.catch(() => {
  process.exitCode = 130;
});
try {
  const measured = await measure(positionals);
  console.log(tableOf(measured, size));
  const rows = measured.map((each) => rowOf(each, size));
  if (values.json) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`);
  if (size === 'quick')
    console.log('\nA quick run has fewer rounds, people and seconds. The goals are for a full run.');
  else if (!measured.every(isMet)) console.log('\nNot every goal is met.');
} catch (error) {
  if (process.exitCode !== 130) console.error(error);
  process.exitCode ??= 1;
}

/** Measures the figures of these names, or all if there are none. They share one PostgreSQL; each has its own database. */
async function measure(names: string[]): Promise<Measurement[]> {
  await using cluster = await openCluster();
  console.log(await describeMachine(cluster));
  const populationOf = createPopulations(cluster, (line) => console.log(`  ${line}`));
  const common = { cluster, populationOf, size, people, cpuProfiles: values['cpu-prof'] };
  const measured: Measurement[] = [];
  for (const figure of FIGURES) {
    if (names.length > 0 && !names.includes(figure.name)) continue;
    const log = (line: string) => console.log(`  ${figure.name}: ${line}`);
    const start = performance.now();
    measured.push(...(await Promise.race([interrupted, figure.measure({ ...common, log })])));
    log(`took ${((performance.now() - start) / 1000).toFixed(0)} s`);
  }
  return measured;
}
