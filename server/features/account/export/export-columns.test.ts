import { expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { insertRows } from '#tests/support/database/insert-rows.ts';
import { sendPhoto } from '#tests/support/people/send-photo.ts';
import { someSubscription } from '#tests/support/push/subscription.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const { database, signUp, settled, sql } = await startTestServer();

/** A row of the database, or a part of an export. */
// biome-ignore lint/suspicious/noExplicitAny: an export is whatever it is
type Row = any;
/** Names, with spaces between them. */
type Names = string;

interface Columns {
  /** Selects a row of the person. */
  row: string;
  /** Parts of an export, and the columns in them, by the column's name in camel case or `column:name`. */
  exported: [part: (exported: Row) => Row, columns: Names][];
  /** The columns that are not exported, by the reason why. */
  left: Record<string, Names>;
}

const SET_AS_WORDS = 'exported in other words with the settings, see settings.test.ts';
const SECRET = 'would let somebody in';
const DERIVED = 'follows from other columns';
const LETS_CONNECT = 'would let people into somebody’s circle';
const ALL_THE_SAME = 'the same uid in each row';
const OF_ANOTHER = 'what somebody else has decided';
const OF_DEPARTED = 'of people who have left';
const FOR_HOURS = 'counts for some hours at most';

const user = (exported: Row) => (Object.values(exported.users) as Row[])[0];
const of = (part: string) => (exported: Row) => exported[part];
const first = (list: string) => (exported: Row) => exported[list][0];

/** The columns of tables that have exported ones. A new column, of any table, fails the test until it is listed here. */
const COLUMNS: Record<string, Columns> = {
  users: {
    row: 'select * from users where id = $1',
    exported: [
      [
        (exported) => ({ id: Object.keys(exported.users)[0], ...user(exported).info }),
        'id firstname lastname initials',
      ],
      [(exported) => user(exported).info, 'email phonenumber mood'],
      [of('account'), 'name:displayName phone_e164 mood_chosen_at email_verified image phone_proven_at'],
      [of('account'), 'suspended_at language created_at updated_at'],
      [of('settings'), 'found_in_search texts_about:texts asks_first first_steps asks_these shows_phone shows_read'],
      [({ settings }) => settings.quietHours, 'quiet_zone:zone'],
    ],
    left: {
      [SET_AS_WORDS]: 'quiet_from quiet_to',
      [DERIVED]: 'phone_key phone_dialled phone_restriction calm_mood calm_chosen_at',
      'a hash that the server alone can make, for a week': 'sign_up_network',
      [LETS_CONNECT]: 'invite_code',
      'exported with the photos, see server/features/photos/profile-photo.test.ts': 'photo',
    },
  },
  accounts: {
    row: 'select * from accounts where user_id = $1',
    exported: [
      [({ account }) => ({ ...account, by: account.signInBy[0] }), 'provider_id:by'],
      [of('account'), 'created_at:signInCreatedAt updated_at:signInUpdatedAt provider_ended_at'],
    ],
    left: {
      'a number of the identity provider’s own': 'id',
      [ALL_THE_SAME]: 'user_id account_id',
      [SECRET]: 'password generation',
      'of sign-in by another provider, which Moodring does not keep':
        'access_token refresh_token id_token access_token_expires_at refresh_token_expires_at scope',
    },
  },
  sessions: {
    row: 'select * from sessions where user_id = $1',
    exported: [
      [first('devices'), 'id expires_at ip_address:address user_agent:browser created_at:signedInAt updated_at:seenAt'],
    ],
    left: { [ALL_THE_SAME]: 'user_id', [SECRET]: 'token generation' },
  },
  passkeys: {
    row: 'select * from passkeys where user_id = $1',
    exported: [[first('passkeys'), 'id name device_type backed_up:isBackedUp aaguid:model created_at last_used_at']],
    left: {
      [ALL_THE_SAME]: 'user_id',
      [SECRET]: 'public_key credential_id counter',
      'how the browser reaches the device': 'transports',
    },
  },
  connections: {
    row: 'select * from connections where owner = $1',
    exported: [
      [
        (exported) => Object.values(user(exported).connections)[0],
        'other:uid connected_at lastmessage:lastMessage mood_seen_at muted_until hides_mood',
      ],
    ],
    left: {
      [ALL_THE_SAME]: 'owner',
      [OF_ANOTHER]: 'mood_hidden_since mood_shown_since',
    },
  },
  blocks: {
    row: 'select * from blocks where owner = $1',
    exported: [[first('blocks'), 'other:uid created_at:blockedAt']],
    left: { [ALL_THE_SAME]: 'owner' },
  },
  connection_requests: {
    row: 'select * from connection_requests where asked = $1',
    exported: [[first('requestsReceived'), 'asker:uid asked_at declined_at']],
    left: { [ALL_THE_SAME]: 'asked' },
  },
  reports: {
    row: 'select * from reports where reporter = $1',
    exported: [[first('reports'), 'id reported reason created_at done_at']],
    left: { [ALL_THE_SAME]: 'reporter', 'for the operator; the person’s own are with their conversations': 'messages' },
  },
  invites: {
    row: 'select * from invites where inviter = $1',
    exported: [[of('invite'), 'created_at expires_at uses max_uses']],
    left: { [LETS_CONNECT]: 'code', [ALL_THE_SAME]: 'inviter' },
  },
  messages: {
    row: 'select * from messages where $1 in (sender, receiver) order by photos is null, seq limit 1',
    exported: [
      [
        ({ messages }) => messages.find(({ photos }: Row) => photos),
        'id sender receiver content timestamp read reply_to deleted_at photos',
      ],
    ],
    left: { 'the order in which they stand': 'seq' },
  },
  photos: {
    row: 'select * from photos where owner = $1',
    exported: [[first('photos'), 'id owner message type width height blur created_at']],
    left: {
      'the length of the data': 'size',
      'exported as base64, see server/features/photos/photos.test.ts': 'bytes',
      'where the data is: see server/features/photos/objects/photos-in-s3.test.ts': 'object',
    },
  },
  message_reactions: {
    row: 'select * from message_reactions where uid = $1',
    exported: [
      [first('messages'), 'message:id'],
      [({ messages }) => messages[0].reactions[0], 'uid emoji'],
    ],
    left: {},
  },
  mood_choices: {
    row: 'select * from mood_choices where uid = $1 order by chosen_at limit 1',
    exported: [[first('moods'), 'id mood chosen_at']],
    left: {
      [ALL_THE_SAME]: 'uid',
      'the asks are listed with their times': 'ask',
      'what is undone is in no list': 'undone_at',
      'answers a repeat of the call': 'texts_limited',
    },
  },
  asks: {
    row: 'select * from asks where uid = $1',
    exported: [
      [first('asks'), 'id level asked_at called_at worse_at opens_at eased_at still_at again_at chosen help note'],
      [first('asks'), 'closed_at closed_how thanks helpers_wanted'],
    ],
    left: {
      [ALL_THE_SAME]: 'uid',
      'orders what screens get': 'version',
      'closes notifications that have been seen': 'answers_seen_at',
    },
  },
  plan_parts: {
    row: 'select * from plan_parts where owner = $1',
    exported: [[first('plan'), 'part changed_at']],
    left: { [ALL_THE_SAME]: 'owner', 'exported as they were written, see server/features/plan/plan.test.ts': 'words' },
  },
  plan_friends: {
    row: 'select * from plan_friends where owner = $1',
    exported: [[({ plan: [{ readers }] }) => ({ friend: readers[0] }), 'friend']],
    left: { [ALL_THE_SAME]: 'owner', 'exported with the part': 'part role' },
  },
  check_ins: {
    row: 'select * from check_ins where uid = $1',
    exported: [[({ checkIns }) => checkIns.own, 'zone counts_use']],
    left: {
      [ALL_THE_SAME]: 'uid',
      'exported in other words, see server/features/check-in/check-in.test.ts':
        'days asks_at minutes away_until due_at ends_at missed_at answered_at',
      'says which friends are asked about new times': 'times_changed_at',
    },
  },
  check_in_friends: {
    row: 'select * from check_in_friends where uid = $1',
    exported: [[({ checkIns }) => ({ friend: checkIns.own.friends[0].uid }), 'friend']],
    left: {
      [ALL_THE_SAME]: 'uid',
      [OF_ANOTHER]: 'declined_at',
      'exported as whether the friend has agreed, and was told': 'agreed_at told_at',
    },
  },
  ask_recipients: {
    row: 'select * from ask_recipients where friend = $1',
    exported: [
      [first('askAnswers'), 'id:ask seen_at answer answered_at later_at via show_name handed_over_at reached_at'],
    ],
    left: {
      [ALL_THE_SAME]: 'friend',
      'the ask by its own id, which tells whether it was hidden': 'ask',
      [OF_ANOTHER]: 'asked_at withdrawn_at',
      'spaces notifications about the answer': 'told_at',
    },
  },
  texts: {
    row: `select * from texts where author = $1 and cause = 'form'`,
    exported: [[first('texts'), 'id kind author message created_at']],
    left: {
      'what became of it, which tells what its phone has set':
        'status attempts next_attempt_at last_error provider_id settled_at delivery delivery_at delivery_error',
      [ALL_THE_SAME]: 'cause cause_id recipient',
      'says of a text that waits how its limits go on': 'counted',
      'a code for the error': 'reason',
      'the order of sending': 'payer turn',
      'goes when its person leaves, so it would tell a block from that': 'phone_number',
      [DERIVED]: 'phone_key',
    },
  },
  push_devices: {
    row: 'select * from push_devices where uid = $1',
    exported: [
      [
        first('pushDevices'),
        'id:device kind service endpoint about show_names show_words created_at renewed_at reached_at unconfirmed_since',
      ],
    ],
    left: {
      [ALL_THE_SAME]: 'uid session_id',
      'would let somebody read or write the device’s notifications': 'p256dh auth',
    },
  },
};

/** Tables of which no column is exported: their columns, by the reason why. */
const TABLES_LEFT: [table: string, reason: string, columns: Names][] = [
  ['past_connections', ALL_THE_SAME, 'owner'],
  [
    'past_connections',
    'exported, see server/features/consent/remove-friend.test.ts',
    'other ended_at muted_until hides_mood',
  ],
  ['past_connections', OF_ANOTHER, 'mood_hidden_since mood_shown_since'],
  ['past_connections', 'only those that the person ended are listed', 'ended_by_owner'],
  ['hidden_reads', ALL_THE_SAME, 'reader'],
  ['hidden_reads', DERIVED, 'sender from_seq'],
  ['hidden_messages', 'what the person deleted is not listed', 'message'],
  ['hidden_messages', ALL_THE_SAME, 'uid'],
  [
    'text_stops',
    'of a phone, whoever has it; the settings say whether one’s own is stopped',
    'phone stopped said_at said_to until',
  ],
  ['taken_ids', 'ids that nobody may use again', 'id'],
  ['taken_calls', 'calls of gateways, without what they say', 'signature taken_at'],
  ['causes', 'of texts and pushes that are about to be made', 'priority id cause choice ids created_at opens_at'],
  [
    'pushes',
    'of notifications for a week; their messages and moods are exported',
    'id device author cause service reason reason_at due_at shown_at attempts version claims',
  ],
  ['vapid_keys', 'the installation’s own', 'id public_key private_key created_at'],
  ['unused_objects', 'of photos that are gone', 'object due_at'],
  ['search_keys', DERIVED, 'uid begins key'],
  ['limits', FOR_HOURS, 'what whom times expires_at'],
  ['one_time_links', SECRET, 'token_hash purpose uid generation email created_at expires_at'],
  ['text_codes', SECRET, 'id purpose uid generation phone code_hash tries created_at expires_at'],
  ['departures', OF_DEPARTED, 'uid phone_key name left_at look_again_at'],
  ['departed_connections', OF_DEPARTED, 'uid other after_time after_id'],
  ['operator_events', FOR_HOURS, 'id kind uids at'],
  ['verifications', 'challenges of sign-ins, for five minutes', 'id identifier value expires_at created_at updated_at'],
];

const inCamelCase = (column: string) => column.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase());

/** The exported columns of a table with their values in an export. */
const valuesOf = ({ exported }: Columns, body: Row) =>
  exported.flatMap(([part, names]) =>
    names.split(' ').map((each): [column: string, value: unknown] => {
      const [column, name] = each.split(':') as [string, string?];
      return [column, part(body)[name ?? inCamelCase(column)]];
    }),
  );

test('each column of the database is listed as exported or not', async () => {
  const rows = await sql`select table_name, column_name from information_schema.columns
     where table_schema = 'public' and table_name <> 'migrations'`;
  const listed = Object.entries(COLUMNS).flatMap(([table, { exported, left }]) =>
    [...exported.map(([, names]) => names), ...Object.values(left)].map((names) => [table, names] as const),
  );
  const decided = [...listed, ...TABLES_LEFT.map(([table, , names]) => [table, names] as const)].flatMap(
    ([table, names]) => names.split(' ').map((each) => `${table}.${each.split(':')[0]}`),
  );
  expect(rows.map(({ table_name, column_name }) => `${table_name}.${column_name}`).sort()).toEqual(decided.sort());
});

test('an export has each column’s value', async () => {
  const [ada, grace] = [await signUp({ phonenumber: '415 555 0101' }), await signUp({ phonenumber: '415 555 0102' })];
  await ada.connect(grace);
  await sendPhoto(ada, grace, { content: 'Look', blur: 'aGFzaA' });
  await ada.choose('Dark');
  await ada.get(`/api/users/${ada.uid}/invite`);
  await ada.post('/api/texts/general', { phoneNumber: '415 555 0199', message: 'from the form' });
  await ada.put(`/api/users/${ada.uid}/push`, someSubscription());
  await sql`update push_devices set reached_at = now(), unconfirmed_since = now()`;
  await settled();
  const passkey = { ...{ name: 'Phone', public_key: 'a key', credential_id: 'its id', counter: 1 }, aaguid: 'a model' };
  const kind = { device_type: 'multiDevice', backed_up: true, last_used_at: new Date() };
  await insertRows(database.pool, 'passkeys', [{ id: crypto.randomUUID(), user_id: ada.uid, ...passkey, ...kind }]);
  // No column may be empty: an empty value would match anything.
  await sql`update users set image = 'an image', language = 'en', phone_proven_at = now(),
       quiet_from = 1320, quiet_to = 420, quiet_zone = 'Europe/Berlin';
     update accounts set provider_ended_at = now();
     update connections set mood_seen_at = now(), muted_until = 'infinity'`;
  const [own, other] = [ada.uid, grace.uid];
  const report = { reporter: own, reported: other, reason: 'a reason', messages: '[]', done_at: new Date() };
  const request = { asker: other, asked: own, asked_at: new Date(), declined_at: new Date() };
  await insertRows(database.pool, 'blocks', [{ owner: own, other }]);
  await insertRows(database.pool, 'connection_requests', [request]);
  await insertRows(database.pool, 'reports', [report]);
  await sql`update texts set settled_at = now(), next_attempt_at = now(), provider_id = 'a provider''s', last_error = 'an error',
       delivery = 'undelivered', delivery_at = now(), delivery_error = 'a reason', attempts = 3,
       recipient = coalesce(recipient, ${grace.uid}), cause_id = coalesce(cause_id, gen_random_uuid())`;
  await sql`update messages set reply_to = id, deleted_at = now(), content = 'Message deleted'`;
  await sql`insert into message_reactions select id, ${ada.uid}, '👍' from messages`;
  await askAndAnswer(ada, grace);
  await ada.put(`/api/users/${ada.uid}/plan`, { part: 'alone', words: 'A walk', readers: [grace.uid] });
  const hours = { days: [1], at: '09:00', until: '12:00', zone: 'UTC', awayUntil: '2030-01-01' };
  await ada.put(`/api/users/${ada.uid}/check-in`, { ...hours, friends: [grace.uid] });
  await sql`update users set suspended_at = now() where id = ${ada.uid}`;
  const { body } = await ada.get(`/api/users/${ada.uid}/export`);
  for (const [table, columns] of Object.entries(COLUMNS)) {
    const { rows } = await database.pool.query(columns.row, [ada.uid]);
    // PostgreSQL's 'infinity' is no date of JSON.
    const kept = JSON.parse(
      JSON.stringify(rows[0], (_, value) => (value === Number.POSITIVE_INFINITY ? 'infinity' : value)),
    );
    for (const [column, value] of valuesOf(columns, body)) {
      expect(kept[column], `${table}.${column}`).not.toBeNull();
      expect(value, `${table}.${column}`).toEqual(kept[column]);
    }
  }
});

/** Gives each column of the asks a value. */
async function askAndAnswer(ada: Member, grace: Member): Promise<void> {
  await grace.choose('Purple');
  await settled();
  const settings = { asksThese: [grace.uid] };
  expect((await ada.set(settings)).status).toBe(200);
  await sql`update asks set worse_at = now(), eased_at = now(), still_at = now(), again_at = now(), chosen = ${[grace.uid]}, help = 'call',
       note = 'a line', closed_at = now(), closed_how = 'ok', thanks = ${[grace.uid]}
     where uid = ${ada.uid}`;
  await sql`update ask_recipients set seen_at = now(), answer = 'yes', answered_at = now(), later_at = now(), via = 'app', show_name = true,
       handed_over_at = now(), reached_at = now()
     where friend = ${ada.uid}`;
}

test('an export has own asks and answers only: none of others, and none that was undone', async () => {
  const [ada, grace] = [await signUp({ firstname: 'Ada' }), await signUp({ firstname: 'Grace' })];
  await ada.connect(grace);
  await ada.choose('Dark');
  await settled();
  const { id } = (await ada.get('/api/asks')).body.mine;
  await grace.put(`/api/asks/${id}/answer`, { answer: 'no' });
  const parts = async (who: Member) => {
    const { asks, askAnswers } = (await who.get(`/api/users/${who.uid}/export`)).body;
    return [asks, askAnswers].map((rows: Row[]) => rows.map((row) => row.ask ?? row.id));
  };
  expect(await parts(ada)).toEqual([[id], []]);
  expect(await parts(grace)).toEqual([[], [id]]);
  await sql`update asks set closed_at = now(), closed_how = 'undone' where id = ${id}`;
  await sql`update mood_choices set undone_at = now() where ask = ${id}`;
  for (const who of [ada, grace]) expect(await parts(who)).toEqual([[], []]);
  expect((await ada.get(`/api/users/${ada.uid}/export`)).body.moods).toEqual([]);
});
