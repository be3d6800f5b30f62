/**
 * `npm run test:changed [COMMIT]`: style, types, and the tests of what changed since the commit. A file of a feature stands for the
 * feature: its tests on the server and in the browser, and its core journeys. `npm test` runs all tests.
 */
import { existsSync } from 'node:fs';
import { changedFiles, commitBefore } from './changed-files.ts';
import { DAILY, journeys, type Part, runParts, vitest } from './parts.ts';
import { printSummary } from './summary.ts';

const QUICK = ['--project=light', '--project=alone'];

const base = process.argv[2] ?? commitBefore();
const changed = changedFiles(base);
const parts = DAILY.filter(({ name }) => ['style', 'types'].includes(name));
parts.push(...serverTests(), ...importingTests(), ...coreJourneys());
process.exit(printSummary(await runParts(parts)));

/** Nearly every test of the server imports all of it, so folders say more than imports. */
function serverTests(): Part[] {
  const folders = namesOf(/^server\/features\/\w+|^server\/\w[\w-]*(?=\/)|^tests\/access/);
  return folders.length > 0 ? [vitest('the server’s tests', ...QUICK, ...folders)] : [];
}

function importingTests(): Part[] {
  const isImported = changed.some((file) => /^(web|contract)\/.*\.tsx?$/.test(file));
  const args = [...QUICK, '--project=components', '--passWithNoTests', `--changed=${base}`];
  return isImported ? [vitest('tests that import it', ...args, 'web', 'contract')] : [];
}

function coreJourneys(): Part[] {
  const folders = namesOf(/(?<=^((server|web)\/features|tests\/journeys)\/)\w[\w-]*|(?<=^web\/)frame/)
    .map((feature) => `tests/journeys/${feature}`)
    .filter(existsSync);
  return folders.length > 0 ? [journeys('core journeys', 'core', '--pass-with-no-tests', ...folders)] : [];
}

function namesOf(pattern: RegExp): string[] {
  return [...new Set(changed.flatMap((file) => pattern.exec(file)?.[0] ?? []))];
}
