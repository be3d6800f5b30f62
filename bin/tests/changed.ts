/** `npm run test:changed [COMMIT]`: style, types, and the tests of the features that changed since the commit. */
import { existsSync } from 'node:fs';
import { changedFiles, commitBefore } from './changed-files.ts';
import { DAILY, journeys, type Part, runParts, vitest } from './parts.ts';
import { printSummary } from './summary.ts';

const QUICK = ['--project=light', '--project=alone', '--passWithNoTests'];
const OF_VITEST =
  /^server\/features\/\w+|^server\/[\w-]+|^(bin|functions|tests\/access)\/[^.]+|^tests\/[^/]+(?=\.test\.ts)/;
const OF_BROWSER = /^(web|contract)\/.*\.tsx?$/;
const OF_JOURNEYS = /(?<=^((server|web)\/features|tests\/journeys)\/)\w[\w-]*|(?<=^web\/)frame/;

const base = process.argv[2] ?? commitBefore();
const changed = changedFiles(base);
const parts = DAILY.filter(({ name }) => ['style', 'types'].includes(name));
parts.push(...namedTests(), ...importingTests(), ...coreJourneys());
const results = await runParts(parts);
const others = changed.filter((file) => ![OF_VITEST, OF_BROWSER, OF_JOURNEYS].some((pattern) => pattern.test(file)));
if (others.length > 0) console.log(`\nOnly \`npm test\` tests these:\n  ${others.join('\n  ')}`);
process.exit(printSummary(results));

/** Nearly every test of the server imports all of it, so folders say more than imports. */
function namedTests(): Part[] {
  const names = namesOf(OF_VITEST);
  return names.length > 0 ? [vitest('tests of these folders', ...QUICK, ...names)] : [];
}

function importingTests(): Part[] {
  const isImported = base && changed.some((file) => OF_BROWSER.test(file));
  const args = [...QUICK, '--project=components', `--changed=${base}`, 'web', 'contract'];
  return isImported ? [vitest('tests that import it', ...args)] : [];
}

function coreJourneys(): Part[] {
  const folders = namesOf(OF_JOURNEYS)
    .map((feature) => `tests/journeys/${feature}`)
    .filter(existsSync);
  return folders.length > 0 ? [journeys('core journeys', 'core', '--pass-with-no-tests', ...folders)] : [];
}

function namesOf(pattern: RegExp): string[] {
  return [...new Set(changed.flatMap((file) => pattern.exec(file)?.[0] ?? []))];
}
