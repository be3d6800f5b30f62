import { expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { sendPhoto } from '#tests/support/people/send-photo.ts';
import { someSubscription } from '#tests/support/push/subscription.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const { database, signUp, settled } = await startTestServer();

/** A column's value in an export. */
// biome-ignore lint/suspicious/noExplicitAny: an export is whatever it is
type Place = (exported: any) => unknown;
/** The reason why a column is not exported. */
type Reason = string;

const SET_AS_WORDS = 'exported in other words with the settings, see settings.test.ts';
const SECRET = 'would let somebody in';
const SECRET_KEY = 'would let somebody read or write the device’s notifications';
const PROVIDER_ONLY = 'of sign-in by other providers, which Moodring does not offer';
const DERIVED = 'follows from other columns';
const NOT_KEPT = 'challenges of sign-ins, for five minutes';
const HASHED = 'a hash that the server alone can make, for a week';
const OF_A_PHONE = 'of a phone, whoever has it; the settings say whether one’s own is stopped';
const LETS_CONNECT = 'would let people into somebody’s circle';
const UNDONE = 'what is undone is in no list';
const ALL_THE_SAME = 'the same uid in each row';
const OF_ANOTHER = 'what somebody else has decided';
const ASK_OF_ONE = 'what an ask looks like to a friend from whom the mood is or was hidden; hidesMood is exported';
const TESTED_THERE = 'exported, see server/features/consent/remove-friend.test.ts';

const user =
  (field: string): Place =>
  (body) =>
    (Object.values(body.users)[0] as Row).info[field];
const friend =
  (field: string): Place =>
  (body) =>
    (Object.values((Object.values(body.users)[0] as Row).connections)[0] as Row)[field];
const first =
  (list: string, field: string): Place =>
  (body) =>
    body[list][0][field];
const byHand =
  (field: string): Place =>
  (body) =>
    body.texts.find(({ cause }: Row) => cause === 'form')[field];
const withPhotos =
  (field: string): Place =>
  (body) =>
    body.messages.find(({ photos }: Row) => photos)[field];
const of =
  (part: string, field: string): Place =>
  (body) =>
    body[part][field];
// biome-ignore lint/suspicious/noExplicitAny: as above
type Row = any;

/** All columns of all tables. A new column fails the test until it is listed here. */
const COLUMNS: Record<string, { row?: string; columns: Record<string, Place | Reason> }> = {
  users: {
    row: 'select * from users where id = $1',
    columns: {
      id: (body) => Object.keys(body.users)[0],
      name: of('account', 'displayName'),
      firstname: user('firstname'),
      lastname: user('lastname'),
      initials: user('initials'),
      email: user('email'),
      phonenumber: user('phonenumber'),
      phone_e164: of('account', 'phoneE164'),
      text_number: DERIVED,
      chat_text_number: DERIVED,
      found_by_name: of('settings', 'foundByName'),
      found_by_phone: of('settings', 'foundByPhone'),
      chat_texts: SET_AS_WORDS,
      chat_texts_once: SET_AS_WORDS,
      support_texts: of('settings', 'supportTexts'),
      quiet_from: SET_AS_WORDS,
      quiet_to: SET_AS_WORDS,
      quiet_zone: (body) => body.settings.quietHours.zone,
      quiet_dark_passes: (body) => body.settings.quietHours.darkPasses,
      shows_phone: of('settings', 'showsPhone'),
      shows_email: of('settings', 'showsEmail'),
      shows_seen: of('settings', 'showsSeen'),
      shows_typing: of('settings', 'showsTyping'),
      shows_read: of('settings', 'showsRead'),
      asks_first: of('settings', 'asksFirst'),
      calm_mood: DERIVED,
      calm_chosen_at: DERIVED,
      mood: user('mood'),
      mood_chosen_at: of('account', 'moodChosenAt'),
      email_verified: of('account', 'emailVerified'),
      image: of('account', 'image'),
      sign_up_network: HASHED,
      invite_code: LETS_CONNECT,
      first_steps: of('settings', 'firstSteps'),
      hold_seconds: of('settings', 'holdSeconds'),
      asks_these: of('settings', 'asksThese'),
      asked_gone: of('settings', 'chosenAreGone'),
      again_itself: of('settings', 'againItself'),
      phone_proven_at: of('account', 'phoneProvenAt'),
      suspended_at: of('account', 'suspendedAt'),
      created_at: of('account', 'createdAt'),
      updated_at: of('account', 'updatedAt'),
    },
  },
  accounts: {
    row: 'select * from accounts where user_id = $1',
    columns: {
      id: 'a number of the identity provider’s own',
      user_id: ALL_THE_SAME,
      account_id: ALL_THE_SAME,
      provider_id: of('account', 'signInBy'),
      password: SECRET,
      generation: SECRET,
      access_token: PROVIDER_ONLY,
      refresh_token: PROVIDER_ONLY,
      id_token: PROVIDER_ONLY,
      access_token_expires_at: PROVIDER_ONLY,
      refresh_token_expires_at: PROVIDER_ONLY,
      scope: PROVIDER_ONLY,
      created_at: of('account', 'signInCreatedAt'),
      updated_at: of('account', 'signInUpdatedAt'),
    },
  },
  sessions: {
    row: 'select * from sessions where user_id = $1',
    columns: {
      id: first('devices', 'id'),
      user_id: ALL_THE_SAME,
      token: SECRET,
      generation: SECRET,
      expires_at: first('devices', 'expiresAt'),
      ip_address: first('devices', 'address'),
      user_agent: first('devices', 'browser'),
      created_at: first('devices', 'signedInAt'),
      updated_at: first('devices', 'seenAt'),
    },
  },
  passkeys: {
    row: 'select * from passkeys where user_id = $1',
    columns: {
      id: first('passkeys', 'id'),
      user_id: ALL_THE_SAME,
      name: first('passkeys', 'name'),
      public_key: SECRET,
      credential_id: SECRET,
      counter: SECRET,
      device_type: first('passkeys', 'deviceType'),
      backed_up: first('passkeys', 'isBackedUp'),
      transports: 'how the browser reaches the device',
      aaguid: first('passkeys', 'model'),
      created_at: first('passkeys', 'createdAt'),
      last_used_at: first('passkeys', 'lastUsedAt'),
    },
  },
  connections: {
    row: 'select * from connections where owner = $1',
    columns: {
      owner: ALL_THE_SAME,
      other: friend('uid'),
      connected_at: friend('connectedAt'),
      lastmessage: friend('lastMessage'),
      mood_seen_at: friend('moodSeenAt'),
      muted_until: friend('mutedUntil'),
      hides_mood: friend('hidesMood'),
      mood_hidden_since: OF_ANOTHER,
      mood_shown_since: OF_ANOTHER,
      ask_ended: ASK_OF_ONE,
      ask_ended_at: ASK_OF_ONE,
      ask_shown_at: ASK_OF_ONE,
    },
  },
  past_connections: {
    columns: {
      owner: ALL_THE_SAME,
      other: TESTED_THERE,
      ended_at: TESTED_THERE,
      muted_until: TESTED_THERE,
      hides_mood: TESTED_THERE,
      mood_hidden_since: OF_ANOTHER,
      mood_shown_since: OF_ANOTHER,
      ask_ended: ASK_OF_ONE,
      ask_ended_at: ASK_OF_ONE,
      ask_shown_at: ASK_OF_ONE,
      ended_by_owner: 'only those that the person ended are listed',
    },
  },
  blocks: {
    row: 'select * from blocks where owner = $1',
    columns: { owner: ALL_THE_SAME, other: first('blocks', 'uid'), created_at: first('blocks', 'blockedAt') },
  },
  connection_requests: {
    row: 'select * from connection_requests where asked = $1',
    columns: {
      asker: first('requestsReceived', 'uid'),
      asked: ALL_THE_SAME,
      asked_at: first('requestsReceived', 'askedAt'),
      declined_at: first('requestsReceived', 'declinedAt'),
    },
  },
  reports: {
    row: 'select * from reports where reporter = $1',
    columns: {
      id: first('reports', 'id'),
      reporter: ALL_THE_SAME,
      reported: first('reports', 'reported'),
      reason: first('reports', 'reason'),
      messages: first('reports', 'messages'),
      created_at: first('reports', 'createdAt'),
      done_at: first('reports', 'doneAt'),
    },
  },
  invites: {
    row: 'select * from invites where inviter = $1',
    columns: {
      code: LETS_CONNECT,
      inviter: ALL_THE_SAME,
      created_at: of('invite', 'createdAt'),
      expires_at: of('invite', 'expiresAt'),
      uses: of('invite', 'uses'),
      max_uses: of('invite', 'maxUses'),
    },
  },
  messages: {
    row: 'select * from messages where $1 in (sender, receiver) order by photos is null, seq limit 1',
    columns: {
      id: withPhotos('id'),
      seq: 'the order in which they stand',
      sender: withPhotos('sender'),
      receiver: withPhotos('receiver'),
      content: withPhotos('content'),
      timestamp: withPhotos('timestamp'),
      read: withPhotos('read'),
      reply_to: withPhotos('replyTo'),
      deleted_at: withPhotos('deletedAt'),
      photos: withPhotos('photos'),
    },
  },
  photos: {
    row: 'select * from photos where owner = $1',
    columns: {
      id: first('photos', 'id'),
      owner: first('photos', 'owner'),
      message: first('photos', 'message'),
      type: first('photos', 'type'),
      width: first('photos', 'width'),
      height: first('photos', 'height'),
      blur: first('photos', 'blur'),
      size: 'the length of the data',
      bytes: 'exported as base64, see server/features/photos/photos-elsewhere.test.ts',
      object: 'where the data is: see server/features/photos/objects/photos-in-s3.test.ts',
      created_at: first('photos', 'createdAt'),
    },
  },
  hidden_reads: {
    columns: { reader: ALL_THE_SAME, sender: DERIVED, from_seq: DERIVED },
  },
  message_reactions: {
    row: 'select * from message_reactions where uid = $1',
    columns: {
      message: first('messages', 'id'),
      uid: (body) => body.messages[0].reactions[0].uid,
      emoji: (body) => body.messages[0].reactions[0].emoji,
    },
  },
  hidden_messages: {
    columns: { message: 'what the person deleted is not listed', uid: ALL_THE_SAME },
  },
  mood_choices: {
    row: 'select * from mood_choices where uid = $1 order by chosen_at limit 1',
    columns: {
      id: first('moods', 'id'),
      uid: ALL_THE_SAME,
      mood: first('moods', 'mood'),
      chosen_at: first('moods', 'chosenAt'),
      ask: 'the asks are listed with their times',
      undone_at: UNDONE,
    },
  },
  asks: {
    row: 'select * from asks where uid = $1',
    columns: {
      id: first('asks', 'id'),
      uid: ALL_THE_SAME,
      level: first('asks', 'level'),
      asked_at: first('asks', 'askedAt'),
      called_at: first('asks', 'calledAt'),
      worse_at: first('asks', 'worseAt'),
      opens_at: first('asks', 'opensAt'),
      eased_at: first('asks', 'easedAt'),
      still_at: first('asks', 'stillAt'),
      again_at: first('asks', 'againAt'),
      chosen: first('asks', 'chosen'),
      help: first('asks', 'help'),
      note: first('asks', 'note'),
      closed_at: first('asks', 'closedAt'),
      closed_how: first('asks', 'closedHow'),
      thanks: first('asks', 'thanks'),
      hidden_from: ASK_OF_ONE,
      version: 'orders what screens get',
      unshown: 'orders what screens get',
      answers_seen_at: 'closes notifications that have been seen',
      told_at: 'tells friends’ browsers once',
    },
  },
  ask_answers: {
    row: 'select * from ask_answers where friend = $1',
    columns: {
      ask: first('askAnswers', 'ask'),
      friend: ALL_THE_SAME,
      seen_at: first('askAnswers', 'seenAt'),
      answer: first('askAnswers', 'answer'),
      answered_at: first('askAnswers', 'answeredAt'),
      later_at: first('askAnswers', 'laterAt'),
      via: first('askAnswers', 'via'),
      show_name: first('askAnswers', 'showName'),
      handed_over_at: first('askAnswers', 'handedOverAt'),
      reached_at: first('askAnswers', 'reachedAt'),
      told_at: 'spaces notifications about the answer',
    },
  },
  texts: {
    row: `select * from texts where author = $1 and cause = 'form'`,
    columns: {
      id: byHand('id'),
      kind: byHand('kind'),
      cause: byHand('cause'),
      cause_id: byHand('causeId'),
      recipient: byHand('recipient'),
      author: byHand('author'),
      phone_number: byHand('phoneNumber'),
      message: byHand('message'),
      status: byHand('status'),
      attempts: byHand('attempts'),
      counted: 'says of a text that waits how its limits go on',
      next_attempt_at: byHand('nextAttemptAt'),
      last_error: byHand('lastError'),
      provider_id: byHand('providerId'),
      created_at: byHand('createdAt'),
      settled_at: byHand('settledAt'),
      delivery: byHand('delivery'),
      delivery_at: byHand('deliveryAt'),
      delivery_error: byHand('deliveryError'),
    },
  },
  text_stops: {
    columns: {
      phone: OF_A_PHONE,
      stopped: OF_A_PHONE,
      said_at: OF_A_PHONE,
      said_to: OF_A_PHONE,
      until: OF_A_PHONE,
    },
  },
  text_causes: {
    columns: Object.fromEntries(
      ['priority', 'id', 'cause', 'choice', 'ids', 'claims', 'claimed_until', 'created_at', 'opens_at'].map(
        (column) => [column, 'of texts that are about to be made'],
      ),
    ),
  },
  push_devices: {
    row: 'select * from push_devices where uid = $1',
    columns: {
      session_id: first('pushDevices', 'device'),
      uid: ALL_THE_SAME,
      service: first('pushDevices', 'service'),
      endpoint: first('pushDevices', 'endpoint'),
      p256dh: SECRET_KEY,
      auth: SECRET_KEY,
      support: first('pushDevices', 'support'),
      messages: first('pushDevices', 'messages'),
      connections: first('pushDevices', 'connections'),
      answers: first('pushDevices', 'answers'),
      show_names: first('pushDevices', 'showNames'),
      show_words: first('pushDevices', 'showWords'),
      created_at: first('pushDevices', 'createdAt'),
      renewed_at: first('pushDevices', 'renewedAt'),
    },
  },
  push_causes: {
    columns: Object.fromEntries(
      ['priority', 'id', 'cause', 'choice', 'ids', 'created_at', 'opens_at'].map((column) => [
        column,
        'of pushes that are about to be made',
      ]),
    ),
  },
  pushes: {
    columns: Object.fromEntries(
      [
        ...['session_id', 'author', 'cause', 'service', 'reason', 'reason_at', 'due_at', 'shown_at', 'attempts'],
        ...['version', 'claims'],
      ].map((column) => [column, 'of notifications for a week; their messages and moods are exported']),
    ),
  },
  vapid_keys: {
    columns: Object.fromEntries(
      ['id', 'public_key', 'private_key', 'created_at'].map((column) => [column, 'the installation’s own']),
    ),
  },
  unused_objects: { columns: { object: 'of photos that are gone', due_at: 'of photos that are gone' } },
  search_keys: { columns: { uid: DERIVED, begins: DERIVED, key: DERIVED } },
  limits: {
    columns: {
      what: 'counts for some hours at most',
      whom: 'counts for some hours at most',
      times: 'counts for some hours at most',
      expires_at: 'counts for some hours at most',
    },
  },
  one_time_links: {
    columns: Object.fromEntries(
      ['token_hash', 'purpose', 'uid', 'generation', 'email', 'created_at', 'expires_at'].map((column) => [
        column,
        SECRET,
      ]),
    ),
  },
  text_codes: {
    columns: Object.fromEntries(
      ['id', 'purpose', 'uid', 'generation', 'phone', 'code_hash', 'tries', 'created_at', 'expires_at'].map(
        (column) => [column, SECRET],
      ),
    ),
  },
  departures: {
    columns: Object.fromEntries(
      ['uid', 'phonenumber', 'phone_e164', 'name', 'left_at', 'look_again_at'].map((column) => [
        column,
        'of people who have left',
      ]),
    ),
  },
  departed_connections: {
    columns: Object.fromEntries(
      ['uid', 'other', 'after_time', 'after_id'].map((column) => [column, 'of people who have left']),
    ),
  },
  operator_events: {
    columns: Object.fromEntries(['id', 'kind', 'uids', 'at'].map((column) => [column, 'counts for an hour'])),
  },
  verifications: {
    columns: Object.fromEntries(
      ['id', 'identifier', 'value', 'expires_at', 'created_at', 'updated_at'].map((column) => [column, NOT_KEPT]),
    ),
  },
};

test('each column of the database is listed as exported or not', async () => {
  const { rows } = await database.pool.query(
    `select table_name, column_name from information_schema.columns
     where table_schema = 'public' and table_name not like 'kysely%'`,
  );
  const decided = Object.entries(COLUMNS).flatMap(([table, { columns }]) =>
    Object.keys(columns).map((column) => `${table}.${column}`),
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
  await settled();
  await database.pool.query(
    `insert into passkeys (id, user_id, name, public_key, credential_id, counter, device_type, backed_up, aaguid, last_used_at)
     values (gen_random_uuid(), $1, 'Phone', 'a key', 'its id', 1, 'multiDevice', true, 'a model', now())`,
    [ada.uid],
  );
  // No column may be empty: an empty value would match anything.
  await database.pool.query(`update users set image = 'an image', phone_proven_at = now(), suspended_at = now()`);
  await database.pool.query(`update connections set mood_seen_at = now(), muted_until = 'infinity'`);
  await database.pool.query(
    `update users set quiet_from = 1320, quiet_to = 420, quiet_zone = 'Europe/Berlin', chat_texts_once = true`,
  );
  await database.pool.query('insert into blocks (owner, other) values ($1, $2)', [ada.uid, grace.uid]);
  await database.pool.query('insert into connection_requests values ($2, $1, now(), now())', [ada.uid, grace.uid]);
  await database.pool.query(
    `insert into reports (reporter, reported, reason, messages, done_at) values ($1, $2, 'a reason', '[]', now())`,
    [ada.uid, grace.uid],
  );
  await database.pool.query(
    `update texts set settled_at = now(), next_attempt_at = now(), provider_id = 'a provider''s', last_error = 'an error',
       delivery = 'undelivered', delivery_at = now(), delivery_error = 'a reason', attempts = 3, recipient = coalesce(recipient, $1), cause_id = coalesce(cause_id, gen_random_uuid())`,
    [grace.uid],
  );
  await database.pool.query(`update messages set reply_to = id, deleted_at = now(), content = 'Message deleted'`);
  await database.pool.query(`insert into message_reactions select id, $1, '👍' from messages`, [ada.uid]);
  await askAndAnswer(ada, grace);
  const { body } = await ada.get(`/api/users/${ada.uid}/export`);
  for (const [table, { row, columns }] of Object.entries(COLUMNS)) {
    if (!row) continue;
    const { rows } = await database.pool.query(row, [ada.uid]);
    // PostgreSQL's 'infinity' is no date of JSON.
    const kept = JSON.parse(
      JSON.stringify(rows[0], (_, value) => (value === Number.POSITIVE_INFINITY ? 'infinity' : value)),
    );
    for (const [column, place] of Object.entries(columns)) {
      if (typeof place === 'string') continue;
      expect(kept[column], `${table}.${column}`).not.toBeNull();
      expect(place(body), `${table}.${column}`).toEqual(kept[column]);
    }
  }
});

/** Gives each column of the asks a value. */
async function askAndAnswer(ada: Member, grace: Member): Promise<void> {
  await grace.choose('Purple');
  const settings = { holdSeconds: 30, asksThese: [grace.uid] };
  expect((await ada.patch(`/api/users/${ada.uid}/settings`, settings)).status).toBe(200);
  await database.pool.query(
    `update asks set worse_at = now(), eased_at = now(), still_at = now(), again_at = now(), chosen = $2, help = 'call',
       note = 'a line', closed_at = now(), closed_how = 'ok', thanks = $2
     where uid = $1`,
    [ada.uid, [grace.uid]],
  );
  await database.pool.query(
    `insert into ask_answers (ask, friend, seen_at, answer, answered_at, later_at, via, show_name, handed_over_at,
       reached_at)
     select id, $1, now(), 'yes', now(), now(), 'app', true, now(), now() from asks where uid = $2`,
    [ada.uid, grace.uid],
  );
}

test('an export has own asks and answers only: none of others, and none that was undone', async () => {
  const [ada, grace] = [await signUp({ firstname: 'Ada' }), await signUp({ firstname: 'Grace' })];
  await ada.connect(grace);
  await ada.choose('Dark');
  const { id } = (await ada.get('/api/asks')).body.mine;
  await grace.put(`/api/asks/${id}/answer`, { answer: 'no' });
  const parts = async (who: Member) => {
    const { asks, askAnswers } = (await who.get(`/api/users/${who.uid}/export`)).body;
    return [asks, askAnswers].map((rows: Row[]) => rows.map((row) => row.ask ?? row.id));
  };
  expect(await parts(ada)).toEqual([[id], []]);
  expect(await parts(grace)).toEqual([[], [id]]);
  await database.pool.query(`update asks set closed_at = now(), closed_how = 'undone' where id = $1`, [id]);
  await database.pool.query('update mood_choices set undone_at = now() where ask = $1', [id]);
  for (const who of [ada, grace]) expect(await parts(who)).toEqual([[], []]);
  expect((await ada.get(`/api/users/${ada.uid}/export`)).body.moods).toEqual([]);
});
