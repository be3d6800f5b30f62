// Prepares a checkout: installs the locked packages if they changed, and with `build` builds the browser app if its
// sources are newer. Plain JavaScript, because Node 20 and later may run it.
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const windows = process.platform === 'win32';
const started = performance.now();

if (Number.parseInt(process.versions.node, 10) < 20) stop(`Node 20 or newer is needed; this is ${process.version}.`);

if (changed('package-lock.json') > changed('node_modules/.package-lock.json')) {
  console.log('Installing what Moodring needs…');
  // --loglevel=error: npm would warn that some tools need a newer Node; they run on the Node 24 that is installed here.
  run('npm', ['ci', '--loglevel=error', '--no-audit', '--no-fund']);
}

const node = spawnSync('node', ['--version'], { cwd: root, env: withOwnPrograms(), encoding: 'utf8', shell: windows });
if (Number.parseInt(node.stdout?.slice(1), 10) < 24) {
  stop(`Node 24 or newer is needed on ${process.platform}-${process.arch}; this is ${node.stdout.trim()}.`);
}

// An image has the compiled languages alone.
if (
  changed('languages') > 0 &&
  newest(['languages', 'bin/build/languages', 'package-lock.json']) > changed('dist/languages/index.js')
)
  run('node', ['bin/build/languages/write-languages.ts']);

if (process.argv.includes('build')) {
  const changedAt = newest([
    'web',
    'contract',
    'server/features/help',
    'bin/build',
    'vite.config.ts',
    'package-lock.json',
  ]);
  const outdated = readdirSync(join(root, 'dist/languages'))
    .filter((file) => file.endsWith('.js') && file !== 'index.js')
    .map((file) => file.replace('.js', ''))
    .filter((name) => Math.max(changedAt, changed(`languages/${name}.json`)) > changed(`dist/web/${name}/index.html`));
  if (outdated.length > 0) console.log('Building the browser app…');
  for (const name of outdated) run('vite', ['build', '--logLevel', 'warn'], { MOODRING_LANGUAGE: name });
  // For the summary of `npm test`. A container's files cannot be written.
  writeFileSync(join(root, 'node_modules/.prepare-seconds'), String((performance.now() - started) / 1_000));
}

function run(command, args, env = {}) {
  const options = { cwd: root, stdio: 'inherit', env: { ...withOwnPrograms(), ...env }, shell: windows };
  const { status } = spawnSync(command, args, options);
  if (status !== 0) stop(`${command} ${args.join(' ')} failed.`);
}

function withOwnPrograms() {
  return { ...process.env, PATH: `${join(root, 'node_modules/.bin')}${windows ? ';' : ':'}${process.env.PATH}` };
}

function newest(places) {
  return Math.max(
    ...places.map((place) => {
      const path = join(root, place);
      if (!statSync(path).isDirectory()) return changed(place);
      return Math.max(
        changed(place),
        ...readdirSync(path, { recursive: true }).map((name) => changed(join(place, name))),
      );
    }),
  );
}

function changed(place) {
  return statSync(join(root, place), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function stop(message) {
  console.error(message);
  process.exit(1);
}
