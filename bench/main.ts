/**
 * `npm run bench [figure…] [--quick] [--people N]`: measures the figures of the design, each against its reference on this
 * machine; `--quick` at smaller sizes. `npm run bench -- seed PEOPLE`: fills a database.
 */
import { parseArgs } from 'node:util';
import { SMALLEST_POPULATION } from '#fixtures/population/population.ts';
import { FIGURES } from './figures/index.ts';
import type { Measurement, RunSize } from './report/figure.ts';
import { isMet, tableOf } from './report/table.ts';
import { describeMachine, openCluster } from './rig/cluster.ts';
import { interruption } from './rig/own-process.ts';
import { createPopulations } from './rig/populations.ts';
import { seed, WrongUsage } from './seed.ts';

const PEOPLE = { full: 1_000_000, quick: 20_000 };

const [command, number] = process.argv.slice(2);
try {
  await (command === 'seed' ? seed(number) : bench());
  process.exit();
} catch (error) {
  console.error(error instanceof WrongUsage ? error.message : error);
  process.exit(1);
}

async function bench(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: 'boolean', default: false }, people: { type: 'string' } },
  });
  const all = FIGURES.map(({ name }) => name);
  const unknown = positionals.filter((name) => !all.includes(name));
  if (unknown.length > 0)
    throw new WrongUsage(`There is no figure ${unknown.join(', ')}. There are: ${all.join(', ')}.`);
  const size: RunSize = values.quick ? 'quick' : 'full';
  const people = Number(values.people ?? PEOPLE[size]);
  if (!Number.isInteger(people) || people < SMALLEST_POPULATION)
    throw new WrongUsage(`--people must be a whole number, ${SMALLEST_POPULATION} or more.`);

  const measured = await measure(positionals.length > 0 ? positionals : all, size, people);
  console.log(tableOf(measured, size));
  if (size === 'quick')
    console.log('\nA quick run has fewer rounds, people and seconds. The goals are for a full run.');
  else if (!measured.every(isMet)) console.log('\nNot every goal is met.');
}

/** Measures the figures of these names. They share one PostgreSQL; each has its own database. */
async function measure(names: string[], size: RunSize, people: number): Promise<Measurement[]> {
  const interrupted = interruption();
  // Before the first figure nothing awaits it.
  interrupted.catch(() => {});
  await using cluster = await openCluster();
  console.log(await describeMachine(cluster));
  const populationOf = createPopulations(cluster, (line) => console.log(`  ${line}`));
  const measured: Measurement[] = [];
  for (const figure of FIGURES.filter(({ name }) => names.includes(name))) {
    const log = (line: string) => console.log(`  ${figure.name}: ${line}`);
    const start = performance.now();
    measured.push(...(await Promise.race([interrupted, figure.measure({ cluster, populationOf, size, people, log })])));
    log(`took ${((performance.now() - start) / 1000).toFixed(0)} s`);
  }
  return measured;
}
