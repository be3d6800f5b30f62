import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LIVE_SOCKETS_PER_PERSON, SEARCH_MAX_RESULTS, SEARCH_MIN_LENGTH } from '#contract/sizes.ts';
import { readConfig } from '#server/config.ts';
import { connectionBudget } from '#server/database/connection-budget.ts';
import { DEFAULT_TEXT_OPTIONS } from '#server/features/texts/outbox/text-channel.ts';
import type { LeasedLimit, Limit } from '#server/limits/limit.ts';
import { LIMITS, limitsOfSignUps } from '#server/limits/limit-definitions.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root });

/** The terms between backticks in a document, except code blocks. */
function terms(document: string): string[] {
  return [...read(document).matchAll(/`([^`\n]+)`/g)].map(([, term]) => term ?? '');
}

test('the documents are found', () => {
  expect(documents).toEqual(expect.arrayContaining(['README.md', 'ARCHITECTURE.md', 'CHANGELOG.md']));
});

describe.each(documents)('%s', (document) => {
  test('every link to a file has a target', () => {
    const links = [...read(document).matchAll(/\]\(([^)#]+)\)/g)].map(([, link]) => link ?? '');
    const missing = links.filter((link) => !/^https?:/.test(link) && !existsSync(join(root, dirname(document), link)));
    expect(missing).toEqual([]);
  });

  test('every file and folder it names exists', () => {
    const everywhere = globSync('{languages,contract,server,web,functions,tests,bench,bin,deploy,docs,.ci}/**/*', {
      cwd: root,
    });
    const isThere = (path: string) =>
      existsSync(join(root, path)) || everywhere.some((file) => file === path || file.endsWith(`/${path}`));
    const paths = terms(document).filter(
      (term) => /^[\w.][\w./-]*(\.(tsx?|mjs|md|yaml|json|sql)|\/)$/.test(term) && !/^\.?\/?(data|dist)\b/.test(term),
    );
    expect(paths.filter((path) => !isThere(path.replace(/^\.\//, '').replace(/\/$/, '')))).toEqual([]);
  });

  test('every npm script it names exists', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const named = [...read(document).matchAll(/npm (?:run ([\w:-]+)|(start|test))\b/g)].map(
      ([, run, own]) => run ?? own,
    );
    expect(named.filter((script) => !(script! in scripts))).toEqual([]);
  });

  test('the server or compose.cluster.yaml reads every setting it names', () => {
    const [config, compose] = [read('server/config.ts'), read('compose.cluster.yaml')];
    const settings = terms(document).filter((term) => /^[A-Z][A-Z_]+[A-Z]$/.test(term) && term.includes('_'));
    expect(
      settings.filter((setting) => !config.includes(`${setting}:`) && !compose.includes(`\${${setting}:`)),
    ).toEqual([]);
  });
});

test('docs/operating.md names every setting that the server reads', () => {
  const settings = [...read('server/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, setting]) => setting);
  expect(settings.length).toBeGreaterThan(10);
  for (const setting of settings) expect(read('docs/operating.md')).toContain(`\`${setting}\``);
});

const DAY_SECONDS = 24 * 60 * 60;

/** How often a limit allows something. The count of a leased limit is in leases. */
function most(limit: Limit | LeasedLimit, seconds: number): string {
  const rule = limit.rules.find((each) => each.seconds === seconds)!;
  return (rule.max * ('leaseSize' in limit ? limit.leaseSize : 1)).toLocaleString('en');
}

const { max, kept } = connectionBudget();
const { search, searchByNumber, mood, connect, askForSupport } = LIMITS;
const signUp = limitsOfSignUps(readConfig({ AUTH_SECRET: 'x'.repeat(32) }).signUpsPerNetwork);
const messages = LIMITS.message.person;
const messagesAMinute = (messages.rules[0]!.max * messages.leaseSize * 60) / messages.rules[0]!.seconds;
const WORDS: Record<number, string> = { 3: 'three', 20: 'twenty', 50: 'fifty' };
const inWords = (number: number) => WORDS[number] ?? String(number);

/** Sentences of documents that repeat a figure of the code, with the figure from the code. */
const FIGURES: [document: string, sentence: string][] = [
  ['docs/scaling.md', `A node opens ${max} at most`],
  ['docs/scaling.md', `keeps ${kept} of them open`],
  ['docs/scaling.md', `twenty nodes need ${20 * max}`],
  ['SECURITY.md', `A search returns ${SEARCH_MAX_RESULTS} people at most`],
  ['SECURITY.md', `${most(searchByNumber.person, DAY_SECONDS)} searches a day by number`],
  ['SECURITY.md', `${most(search.person, 60)} a minute and ${most(search.person, DAY_SECONDS)} a day in all`],
  ['SECURITY.md', `${most(mood.person, 60)} choices a minute and ${most(mood.person, DAY_SECONDS)} a day`],
  [
    'SECURITY.md',
    `${most(connect.person, DAY_SECONDS)} a day, ${messagesAMinute} a minute, ${most(askForSupport.person, 3600)} an hour`,
  ],
  ['SECURITY.md', `${inWords(LIVE_SOCKETS_PER_PERSON)} live connections at a server`],
  ['docs/decisions/0007-search.md', `of at least ${inWords(SEARCH_MIN_LENGTH)} characters`],
  ['docs/decisions/0007-search.md', `while it has fewer than ${inWords(SEARCH_MAX_RESULTS)} people`],
  ['docs/decisions/0012-limits.md', `a node leases ${messages.leaseSize} messages at a time`],
  [
    'docs/decisions/0012-limits.md',
    `${messages.rules[0]!.max} leases in five minutes, which is ${messagesAMinute} messages a minute`,
  ],
  [
    'docs/decisions/0012-limits.md',
    `a flood (${most(mood.person, 60)} a minute, ${most(mood.person, DAY_SECONDS)} a day)`,
  ],
  [
    'docs/decisions/0012-limits.md',
    `${most(askForSupport.person, 3600)} choices an hour, ${most(askForSupport.person, DAY_SECONDS)} a day, text the circle`,
  ],
  [
    'docs/decisions/0012-limits.md',
    `makes ${most(signUp.network, 3600)} accounts an hour and ${most(signUp.network, DAY_SECONDS)} a day`,
  ],
  ['docs/decisions/0012-limits.md', `first day an account makes ${most(connect.newAccount, DAY_SECONDS)} connections`],
  ['docs/decisions/0019-receipts-and-stop.md', `get ${DEFAULT_TEXT_OPTIONS.supportAttempts} attempts`],
  ['docs/decisions/0019-receipts-and-stop.md', `other texts ${inWords(DEFAULT_TEXT_OPTIONS.maxAttempts)}`],
];

test.each(FIGURES)('%s repeats a figure as the code has it: %s', (document, sentence) => {
  const text = read(document).replaceAll('**', '').replaceAll(/\s+/g, ' ');
  // Without the sentence, its figure is wrong or its words have changed; change the document or the sentence here.
  expect(text).toContain(sentence);
});

test('docs/operating.md has the defaults of the settings', () => {
  const config = readConfig({ AUTH_SECRET: 'x'.repeat(32) });
  const row = (setting: string) =>
    read('docs/operating.md')
      .match(new RegExp(`^\\|[^|]*\`${setting}\`[^|]*\\|([^|]*)\\|`, 'm'))?.[1]
      ?.trim();
  const defaults = {
    PORT: `${config.port}, ${config.host}`,
    DEFAULT_COUNTRY: config.defaultCountry,
    TRUST_PROXY: String(config.trustProxy),
    SIGN_UP: config.signUp,
    SIGN_UPS_PER_NETWORK: String(config.signUpsPerNetwork),
    TEXTS_PER_DAY: String(config.textsPerDay),
    PHOTOS_MB_PER_DAY: String(config.photosMbPerDay),
    UNDO_SECONDS: String(config.undoSeconds),
    TEXTS_KEPT_DAYS: String(config.textsKeptDays),
    PHONE_PROOF: config.phoneProof,
    RATE_LIMITS: config.rateLimits ? 'on' : 'off',
  };
  for (const [setting, value] of Object.entries(defaults)) expect(row(setting), setting).toBe(value);
});
