import { readFile } from 'node:fs/promises';
import type { CountryCode } from 'libphonenumber-js/max';
import type pg from 'pg';
import { inTransaction } from '#server/database/in-transaction.ts';
import type { FirebaseHashing } from '#server/features/identity/index.ts';
import { accountRow, connectionRows, infoRow, messageRow } from './firebase-rows.ts';
import { createNotes, type Note } from './import-notes.ts';
import { readJson, Unreadable } from './read-json.ts';
import { addRows, storeImport, TEMPORARY_TABLES } from './store-import.ts';

export interface FirebaseFiles {
  /** Of `firebase auth:export`. */
  users: string;
  /** All of the Realtime Database. */
  database: string;
  /** The password hash parameters, as the console shows them or as JSON. */
  hash: string;
}

export interface ImportReport {
  /** What this import has added. */
  taken: { people: number; passwords: number; friendships: number; messages: number };
  /** All that the files have. */
  found: { people: number; messages: number };
  notes: Note[];
}

/**
 * Imports people, their circles and messages. A second import adds what is new and changes nothing else. It sends no text and
 * no push.
 * @param isTrial nothing is stored
 * @throws {Unreadable} and nothing is stored
 */
export async function importFirebase(
  pool: pg.Pool,
  country: CountryCode,
  files: FirebaseFiles,
  isTrial: boolean,
): Promise<ImportReport> {
  const hashing = await readHashing(files.hash);
  const notes = createNotes();
  const found = { people: 0, messages: 0 };
  const present = <Row>(row: Row | undefined): row is Row => row !== undefined;

  async function readAll(db: pg.ClientBase): Promise<void> {
    for await (const batch of readJson(files.users, ['$.users.*'])) {
      found.people += batch.length;
      await addRows(db, 'new_people', batch.map(({ value }) => accountRow(value, hashing, notes)).filter(present));
    }
    const [now, seqOf] = [Date.now(), createSeqs()];
    const paths = ['$.users.*.info', '$.users.*.connections', '$.messages.*'];
    for await (const batch of readJson(files.database, paths)) {
      const of = (last: string) => batch.filter(({ path }) => path[0] === 'users' && path[2] === last);
      const messages = batch.filter(({ path }) => path[0] === 'messages' && !String(path[1]).startsWith('.'));
      found.messages += messages.length;
      const rows = messages.map(({ path, value }) => messageRow(String(path[1]), value, now, notes)).filter(present);
      await addRows(
        db,
        'new_messages',
        rows.map((row) => ({ ...row, seq: seqOf(Number(row.at)) })),
      );
      await addRows(
        db,
        'new_infos',
        of('info').map(({ path, value }) => infoRow(String(path[1]), value, country, notes)),
      );
      await addRows(
        db,
        'new_connections',
        of('connections').flatMap(({ path, value }) => connectionRows(String(path[1]), value, notes)),
      );
    }
  }

  const taken = await inTransaction(pool, async (db) => {
    await db.query(`${TEMPORARY_TABLES}; savepoint trial`);
    await readAll(db);
    const stored = await storeImport(db, notes);
    if (isTrial) await db.query('rollback to trial');
    return stored;
  });
  if (!isTrial) await pool.query('analyze users, accounts, connections, messages');
  return { taken, found, notes: notes.list() };
}

/** Messages of one millisecond keep the order of the file. */
function createSeqs(): (at: number) => number {
  let [former, n] = [0, 0];
  return (at) => {
    n = at === former ? Math.min(n + 1, 999) : 0;
    former = at;
    return at * 1000 + n;
  };
}

const HASH_FIELDS = ['base64_signer_key', 'base64_salt_separator', 'rounds', 'mem_cost'];

async function readHashing(file: string): Promise<FirebaseHashing> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new Unreadable(`${file} could not be read: ${error.message}`);
  });
  const [signerKey, saltSeparator, rounds, memoryCost] = HASH_FIELDS.map((field) => {
    const value = new RegExp(`${field}["']?\\s*[:=]\\s*["']?([\\w+/=-]+)`).exec(text)?.[1];
    if (value === undefined) throw new Unreadable(`${file} has no ${field}. Copy all password hash parameters.`);
    return value;
  }) as [string, string, string, string];
  return {
    ...{ signerKey: Buffer.from(signerKey, 'base64'), saltSeparator: Buffer.from(saltSeparator, 'base64') },
    ...{ rounds: Number(rounds), memoryCost: Number(memoryCost) },
  };
}
