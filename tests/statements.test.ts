import { globSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from './support/database/database.ts';

const ROOT = join(import.meta.dirname, '..');
const FILES = globSync('server/**/*.ts', {
  cwd: ROOT,
  exclude: (path) => /\.test\.ts$|\.d\.ts$|^main\.ts$/.test(path) || path === 'server/main.ts',
});

/** Parts of statements, which name a table of the statement around them; and statements on temporary tables. */
const PARTS = [
  'server/features/asks/friends-asks.ts: SHOWN',
  'server/features/asks/own/own-ask.ts: ANSWERS',
  'server/features/asks/own/own-ask.ts: WAITING',
  'server/features/chat/store/photos-of-messages.ts: UPLOADED_PHOTOS',
  'server/features/circle/list-connections.ts: CONNECTION',
  'server/features/import/store-import.ts: STORE_CONNECTIONS',
  'server/features/import/store-import.ts: STORE_MESSAGES',
  'server/features/import/store-import.ts: STORE_PEOPLE',
  'server/features/push/outbox/look-at-pushes.ts: ANSWERS',
  'server/features/texts/outbox/look-at-texts.ts: CANDIDATES',
];

const database = await createTestDatabase();
afterAll(() => database.drop());

/** The statements among a module's constants: texts, lists of texts, and queries with a name. */
async function statementsIn(file: string): Promise<[place: string, statement: string][]> {
  const constants: Record<string, unknown> = await import(/* @vite-ignore */ `${join(ROOT, file)}?constants`);
  return Object.entries(constants).flatMap(([name, value]) =>
    [(value as { text?: unknown } | null)?.text ?? value]
      .flat()
      .filter(
        (text): text is string => typeof text === 'string' && /^\s*(select|insert|update|delete|with)\s/.test(text),
      )
      .map((text): [string, string] => [`${file}: ${name}`, text]),
  );
}

test('PostgreSQL can prepare each statement of the server', async () => {
  const statements = (await Promise.all(FILES.map(statementsIn))).flat();
  expect(statements.length).toBeGreaterThan(150);
  const refused: string[] = [];
  for (const [place, statement] of statements) {
    if (PARTS.includes(place)) continue;
    const prepared = database.pool.query(`prepare statement as ${statement}; deallocate statement`);
    await prepared.catch(({ message }: Error) => refused.push(`${place}: ${message}`));
  }
  expect(refused).toEqual([]);
});
