/** `npm run bench [figure…] [--quick]`: the figures of the design against their references on this machine. */
import { parseArgs } from 'node:util';
import { describe, type Figure, type Measurement, type RunSize } from './report/figure.ts';
import { interruption } from './rig/children.ts';
import { describeMachine, openCluster } from './rig/cluster.ts';
import { createPopulations } from './rig/populations.ts';

/** The files in `figures/`, in the order of a run. */
const FIGURES = 'chat idle memory dark push texts search circle nodes opening opening-slow lists import'.split(' ');

const { values, positionals } = parseArgs({ allowPositionals: true, options: { quick: { type: 'boolean' } } });
const size: RunSize = values.quick ? 'quick' : 'full';
const names = positionals.length > 0 ? positionals : FIGURES;
const unknown = names.filter((name) => !FIGURES.includes(name));
if (unknown.length > 0) throw new Error(`There is no figure ${unknown.join(', ')}. There are: ${FIGURES.join(', ')}.`);
try {
  const measured = await measure();
  console.log(measured.map(describe).join('\n'));
  if (size === 'quick') console.log('A quick run has fewer rounds, people and seconds. The goals are for a full run.');
  process.exit();
} catch (error) {
  console.error(error);
  process.exit(1);
}

async function measure(): Promise<Measurement[]> {
  const interrupted = interruption();
  // Before the first figure nothing awaits it.
  interrupted.catch(() => {});
  await using cluster = await openCluster();
  console.log(await describeMachine(cluster));
  const populationOf = createPopulations(cluster, (line) => console.log(`  ${line}`));
  const measured: Measurement[] = [];
  for (const name of names) {
    const log = (line: string) => console.log(`  ${name}: ${line}`);
    const start = performance.now();
    const [figure] = Object.values<Figure>(await import(`./figures/${name}.ts`));
    measured.push(...[await Promise.race([interrupted, figure!({ cluster, populationOf, size, log })])].flat());
    log(`took ${((performance.now() - start) / 1000).toFixed(0)} s`);
  }
  return measured;
}
