import { Migrator } from 'kysely/migration';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { migrate } from '#server/database/migrate.ts';
import { migrations } from '#server/database/migrations/index.ts';
import { createTestDatabase } from '#tests/support/database/database.ts';
import { createTestLog } from '#tests/support/servers/log.ts';
import { APP_URL } from '#tests/support/servers/outbox.ts';
import { createOutbox } from './index.ts';
import { listSentTexts } from './list-sent-texts.ts';

const { pool, db, drop } = await createTestDatabase('template1');
afterAll(drop);

const STATUSES = ['queued', 'sending', 'sent', 'failed', 'cancelled', 'recorded'] as const;
const SUPPORT = `Your friend Ada Lovelace can really use some support right now, because their mood color has changed to dark. Send them a support message ${APP_URL}`;
const OF_DEPARTED = SUPPORT.replace('Ada Lovelace', 'Eve Moneypenny');
const WORDS = {
  mood: SUPPORT,
  message: `Your friend Ada Lovelace sent you a message on Moodring (${APP_URL})`,
  connection: `Grace, your new connection Ada just sent you a message on Moodring ${APP_URL}`,
  form: 'typed by Ada',
};
type Cause = keyof typeof WORDS;

let ada: string;
let grace: string;

/** As they are sent now: a call for support leads to the chat. */
const wordsNow = (cause: Cause) => (cause === 'mood' ? `${SUPPORT}/chat/${ada}` : WORDS[cause]);

/** @returns the uid of a new person */
async function addPerson(firstname: string, lastname: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into users (id, name, firstname, lastname, email, phonenumber)
     values (gen_random_uuid(), '', $1, $2, $1 || '@example.com', '+14155550101') returning id`,
    [firstname, lastname],
  );
  return rows[0]!.id;
}

/** Inserts a text as the version before stored it: with its words and number. */
async function addText(author: string, cause: Cause, status: string, message = WORDS[cause]): Promise<void> {
  await pool.query(
    `with choice as (
       insert into mood_choices (uid, mood) select $1, 'Dark' where $3 = 'mood' returning id
     ), message as (
       insert into messages (id, sender, receiver, content) select gen_random_uuid(), $1, $2, 'Hello' where $3 in ('message', 'connection')
       returning id
     ), cause as (
       select coalesce((select id from choice), (select id from message), gen_random_uuid()) as id
     )
     insert into texts (id, kind, cause, cause_id, recipient, author, phone_number, message, status)
     select case $3 when 'mood' then (left(id::text, 28) || '00000001')::uuid else id end, 'general', $3, id,
       case when $3 <> 'form' then $2::uuid end, $1, case $3 when 'form' then '+14155550199' else '+14155550101' end, $4, $5
     from cause`,
    [author, grace, cause, message, status],
  );
}

beforeAll(async () => {
  const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0018'));
  await new Migrator({ db, provider: { getMigrations: async () => before } }).migrateToLatest();
  [ada, grace] = [await addPerson('Ada', 'Lovelace'), await addPerson('Grace', 'Hopper')];
  const eve = await addPerson('Eve', 'Moneypenny');
  for (const status of STATUSES)
    for (const cause of ['mood', 'message', 'connection', 'form'] as const) await addText(ada, cause, status);
  await addText(eve, 'mood', 'queued', OF_DEPARTED);
  await pool.query('delete from users where id = $1', [eve]);
  await migrate(db);
});

test('an update of the texts keeps each one, but words and numbers only of those that a person typed', async () => {
  const { rows } = await pool.query(
    `select cause, status, count(*)::integer as count, count(phone_number)::integer as numbers, count(message)::integer as words,
       count(settled_at)::integer as settled, count(next_attempt_at)::integer as due
     from texts where author = $1 group by cause, status`,
    [ada],
  );
  expect(rows).toHaveLength(24);
  for (const { cause, status, ...counts } of rows) {
    const isSettled = Number(!['queued', 'sending'].includes(status));
    const isTyped = Number(cause === 'form');
    expect({ cause, status, ...counts }).toEqual({
      ...{ cause, status, count: 1, numbers: isTyped, words: isTyped, settled: isSettled, due: 1 - isSettled },
    });
  }
});

test('people see the same words of their texts after an update', async () => {
  const texts = await listSentTexts(pool, ada, APP_URL);
  const failed = texts.filter(({ status }) => status === 'failed');
  expect(failed).toHaveLength(4);
  for (const { cause, message } of failed) expect(message).toBe(wordsNow(cause as Parameters<typeof wordsNow>[0]));
});

test('texts that waited are sent after an update, also calls of people who had left', async () => {
  const sent: string[] = [];
  const outbox = createOutbox({
    pool,
    log: createTestLog().log,
    appUrl: APP_URL,
    defaultCountry: 'US',
    gateways: {
      general: {
        name: 'a gateway',
        async send({ phoneNumber, message }) {
          sent.push(`${phoneNumber} ${message}`);
          return { providerId: null };
        },
      },
    },
  });
  outbox.start();
  await vi.waitFor(() => expect(sent).toHaveLength(9));
  await outbox.stop();
  const expected = (Object.keys(WORDS) as Cause[]).map(
    (cause) => `${cause === 'form' ? '+14155550199' : '+14155550101'} ${wordsNow(cause)}`,
  );
  expect(sent.sort()).toEqual([...expected, ...expected, `+14155550101 ${OF_DEPARTED}`].sort());
});
