import { PASSWORD } from '#fixtures/client.ts';
import { somePhoto } from '#tests/support/people/some-photo.ts';
import { someSubscription } from '#tests/support/push/subscription.ts';

/** The callers: without a session, Ada herself, a connection of hers, a stranger. */
export const ROLES = ['anonymous', 'self', 'connection', 'stranger'] as const;
export type Role = (typeof ROLES)[number];

/** The people in a call. */
interface Asking {
  /** Ada, or a uid that does not exist. */
  uid: string;
  /** The other person of a conversation: Ada, or for Ada her friend Grace. */
  peer: string;
}

/** The status of an answer and its exact fields. */
type Cell = readonly [status: number, shape: string];

/** A call with input that is valid for an allowed caller. In its path `:uid` is Ada, and nobody has the other ids. */
interface Call {
  answers: Record<Role, Cell>;
  query?: string;
  body?: object | (() => object);
  /** The query and the body of a call that names the peer. */
  to?(peer: string): { query?: string; body?: object };
  /** `:otherUid` in the path is the peer. */
  otherIsPeer?: true;
  /** The call may end the caller's session, so each role uses a new one. */
  endsSession?: true;
}

export interface Row extends Pick<Call, 'answers' | 'endsSession'> {
  ask(asking: Asking): { path: string; body?: object };
  /** The call names no person, so no person can be hidden or missing. */
  namesNobody: boolean;
}

const ERROR = '{error: {code, message}}';
const signedOut: Cell = [401, ERROR];
const missing: Cell = [404, ERROR];

const everybody = (cell: Cell): Row['answers'] => ({ anonymous: cell, self: cell, connection: cell, stranger: cell });
const signedIn = (cell: Cell, anonymous = signedOut): Row['answers'] => ({ ...everybody(cell), anonymous });
const selfOnly = (cell: Cell): Row['answers'] => ({ ...everybody(missing), anonymous: signedOut, self: cell });
const circleOnly = (cell: Cell): Row['answers'] => ({ ...selfOnly(cell), connection: cell });

const INFO = '{email, firstname, initials, lastname, mood, phonenumber, uid}';
const ENTRY =
  '{email, firstname, initials, isNew, lastmessage, lastname, mood, moodChosenAt, phonenumber, preview: {mine, seq, text}, uid, unread}';
const FOUND = '{asked, connected, firstname, initials, lastname, uid}';
const SHARED_MOOD = '{ask, chosenAt, friends, mood, textsLimited, textsOn}';
const MESSAGE = '{content, id, read, receiver, sender, seq, timestamp}';
const PHOTO = '{blur, height, id, width}';
const SETTINGS =
  '{asksFirst, asksThese, chosenAreGone, firstSteps, foundInSearch, language, phoneRefused, quietHours, showsPhone, showsRead, startNumber, texts, textsStopped}';
const CONTROLS = '{hidesMood, mutedUntil}';
const INVITE = '{expiresAt, link, usesLeft}';
const DEVICE = '{browser, id, isThis, seenAt, signedInAt}';
const PUSH_DEVICE = '{about, endpoint, isSilent, reachedAt, showNames, showWords}';
const EXPORTED_MESSAGE = '{content, deletedAt, id, photos, reactions: [], read, receiver, replyTo, sender, timestamp}';
const EXPORTED_FRIEND =
  '{connectedAt, email, firstname, hidesMood, initials, lastMessage, lastname, mood, moodSeenAt, mutedUntil, phonenumber, uid}';
const EXPORTED_INFO = '{email, firstname, initials, lastname, mood, phonenumber}';
const EXPORTED_ACCOUNT =
  '{createdAt, displayName, emailVerified, image, language, moodChosenAt, phoneE164, phoneProvenAt, providerEndedAt, signInBy: [string], signInCreatedAt, signInSubjects: [], signInUpdatedAt, suspendedAt, updatedAt}';
const EXPORTED_TEXT =
  '{attempts, author, cause, causeId, createdAt, delivery, deliveryAt, deliveryError, id, kind, lastError, message, nextAttemptAt, phoneNumber, providerId, recipient, settledAt, status}';
const EXPORTED_INVITE = '{createdAt, expiresAt, maxUses, uses}';
const EXPORTED_DEVICE = '{address, browser, expiresAt, id, isThis, seenAt, signedInAt}';
const EXPORTED_REPORT = '{createdAt, doneAt, id, reason, reported, withMessages}';
const CHECK_INS = '{friends: [], isReached, own}';
const EXPORT = `{account: ${EXPORTED_ACCOUNT}, askAnswers: [], asks: [], blocks: [], checkIns: {friends: [], own}, complete, devices: [${EXPORTED_DEVICE}], invite: ${EXPORTED_INVITE}, messages: [${EXPORTED_MESSAGE}], moods: [{chosenAt, id, mood}], passkeys: [], pastConnections: [], photos: [], plan: [{changedAt, contacts: [], part, readers: [], words}], pushDevices: [], reports: [${EXPORTED_REPORT}], requests: [], requestsReceived: [], settings: ${SETTINGS}, texts: [], textsReceived: [${EXPORTED_TEXT}], users: {uid: {connections: {uid: ${EXPORTED_FRIEND}}, info: ${EXPORTED_INFO}}}}`;
const REPORT = '{appOnly, arrived, asked, handed, lost: [], notifiable, seen, trying}';
const ASK_ANSWER = '{answer, answeredAt, firstname, handedOverAt, lastname, laterAt, uid}';
export const OWN_ASK = `{againAt, answers: [${ASK_ANSWER}], askedAt, calledAt, chosen, closed, help, helpersWanted, id, level, note, opensAt, report: ${REPORT}, stillAt, textsAt, version, worseAt}`;
export const FRIEND_ASK =
  '{againAt, answer, answeredAt, calledAt, closed, handedOverAt, hasPlan, hasReached, help, helpersWanted, id, laterAt, level, names: [], note, onIt, showName, uid, worseAt}';
const PAGE = `{before, firstUnread: {mine, theirs}, messages: [${MESSAGE}]}`;
const FOUND_MESSAGES = '{before, count, messages: [{content, id, sender, seq, timestamp}]}';
const USER =
  '{createdAt, email, emailVerified, firstname, id, image, initials, lastname, mood, name, phonenumber, updatedAt}';
const RECOVERY =
  '{codeRefused, email, emailConfirmed, linked, newEmail, phone, phoneProof, phoneProven, providerEnded, sendsMail}';
const PROVIDER_ERROR = '{code, message}';

const providerSignedOut: Cell = [401, PROVIDER_ERROR];

/** The calls about one ask, with a body that is valid. */
export const ASK_CALLS: Record<string, object | undefined> = {
  'PATCH /api/asks/:id': { note: 'bad night' },
  'POST /api/asks/:id/undo': undefined,
  'POST /api/asks/:id/hold': { seconds: 120 },
  'POST /api/asks/:id/again': undefined,
  'POST /api/asks/:id/slip': undefined,
  'POST /api/asks/:id/still': undefined,
  'POST /api/asks/:id/close': { tell: false },
  'PUT /api/asks/:id/answer': { answer: 'yes' },
  'POST /api/asks/:id/hand-over': undefined,
  'POST /api/asks/:id/reached': undefined,
  'POST /api/asks/:id/seen': undefined,
  'GET /api/asks/:id/plan': undefined,
};

/** The calls about one message, with a body that is valid. Messages of each role are in message-actions.test.ts beside this. */
const MESSAGE_CALLS: Record<string, object> = {
  'PUT /api/messages/:id/reaction': { emoji: '👍' },
  'POST /api/messages/:id/delete': { for: 'me' },
};

/** A passkey for a challenge that nobody got. */
const CREDENTIAL = {
  ...{ id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} },
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
};

const CHECK_IN = { days: [1], at: '09:00', until: '12:00', zone: 'UTC', friends: [] };
const PLANNED =
  '{friends: [], isReached, own: {answeredAt, asksAt, at, awayUntil, countsUse, days: [number], endsAt, friends: [], isReminded, missedAt, notifiesFriends, until, zone}}';

const NEW_PERSON = { firstname: 'New', lastname: 'Person', name: '', password: PASSWORD };

const CALLS: Record<string, Call> = {
  'GET /api/users/:uid/info': { answers: circleOnly([200, INFO]) },
  'GET /api/users/:uid/info/mood': { answers: circleOnly([200, '{chosenAt, isNew, mood}']) },
  'PUT /api/users/:uid/info/mood': { body: { mood: 'Yellow' }, answers: selfOnly([200, SHARED_MOOD]) },
  'GET /api/users/:uid/moods': {
    query: '?from=0&to=4102444800000',
    answers: selfOnly([200, '{before, first, moods: [{chosenAt, mood}]}']),
  },
  'GET /api/users/:uid/moods.csv': { answers: selfOnly([200, 'string']) },
  'DELETE /api/users/:uid/moods': { query: '?before=0', answers: selfOnly([200, '{forgotten, isDone, kept}']) },
  'GET /api/users/:uid/plan': { answers: selfOnly([200, '{parts: []}']) },
  'PUT /api/users/:uid/plan': {
    body: { part: 'alone', words: 'A walk' },
    answers: selfOnly([200, '{parts: [{changedAt, contacts: [], part, readers: [], words}]}']),
  },
  'GET /api/users/:uid/check-ins': { answers: selfOnly([200, CHECK_INS]) },
  'PUT /api/users/:uid/check-in': { body: CHECK_IN, answers: selfOnly([200, PLANNED]) },
  'POST /api/users/:uid/check-in/answer': { body: {}, answers: selfOnly([200, PLANNED]) },
  'DELETE /api/users/:uid/check-in': { answers: selfOnly([200, '{ok}']) },
  'PUT /api/users/:uid/check-ins/:otherUid': { otherIsPeer: true, body: { agrees: true }, answers: selfOnly(missing) },
  'GET /api/users/:uid/connections': { answers: selfOnly([200, `[${ENTRY}]`]) },
  'PUT /api/users/:uid/connections/:otherUid': { otherIsPeer: true, body: {}, answers: selfOnly([200, ENTRY]) },
  // Of somebody who is no friend, so that the callers stay connected.
  'DELETE /api/users/:uid/connections/:otherUid': { query: '?block=false', answers: selfOnly(missing) },
  'GET /api/users/:uid/connections/:otherUid/controls': { otherIsPeer: true, answers: selfOnly([200, CONTROLS]) },
  'PATCH /api/users/:uid/connections/:otherUid/controls': {
    otherIsPeer: true,
    body: { mute: 'off' },
    answers: selfOnly([200, CONTROLS]),
  },
  'GET /api/users/:uid/blocks': { answers: selfOnly([200, '[]']) },
  'PUT /api/users/:uid/blocks/:otherUid': { body: {}, answers: selfOnly(missing) },
  'DELETE /api/users/:uid/blocks/:otherUid': { answers: selfOnly([200, '{ok}']) },
  'GET /api/users/:uid/requests': { answers: selfOnly([200, '[]']) },
  'POST /api/users/:uid/requests/:otherUid/accept': { body: {}, answers: selfOnly(missing) },
  'DELETE /api/users/:uid/requests/:otherUid': { answers: selfOnly([200, '{ok}']) },
  'POST /api/reports': {
    to: (peer) => ({ body: { uid: peer, reason: 'They write at night.' } }),
    answers: signedIn([200, '{ok}']),
  },
  // People do not find themselves.
  'POST /api/users/search': {
    body: { query: 'Lovelace' },
    answers: { ...signedIn([200, `[${FOUND}]`]), self: [200, '[]'] },
  },
  'GET /api/users/:uid/invite': { answers: selfOnly([200, INVITE]) },
  'POST /api/users/:uid/invite': { body: {}, answers: selfOnly([200, INVITE]) },
  'POST /api/invites/look': { body: { code: 'a-code-that-nobody-has' }, answers: everybody(missing) },
  'POST /api/invites/accept': { body: { code: 'a-code-that-nobody-has' }, answers: signedIn(missing) },
  'GET /api/users/:uid/settings': { answers: selfOnly([200, SETTINGS]) },
  'PATCH /api/users/:uid/settings': { body: { foundInSearch: true }, answers: selfOnly([200, SETTINGS]) },
  'GET /api/users/:uid/devices': { answers: selfOnly([200, `[${DEVICE}]`]) },
  'DELETE /api/users/:uid/devices/:device': { answers: selfOnly([200, '{ok}']) },
  'DELETE /api/users/:uid/devices': { answers: selfOnly([200, '{ok}']), endsSession: true },
  'GET /api/users/:uid/passkeys': { answers: selfOnly([200, '[]']) },
  'POST /api/users/:uid/passkeys/options': { body: { password: 'not hers at all' }, answers: selfOnly([400, ERROR]) },
  'POST /api/users/:uid/passkeys': { body: { name: 'Phone', credential: CREDENTIAL }, answers: selfOnly([400, ERROR]) },
  'PATCH /api/users/:uid/passkeys/:passkey': { body: { name: 'Phone' }, answers: selfOnly([404, ERROR]) },
  'DELETE /api/users/:uid/passkeys/:passkey': { answers: selfOnly([200, '{ok}']) },
  'GET /api/users/:uid/export': { answers: selfOnly([200, EXPORT]) },
  'POST /api/users/:uid/leave': { body: { password: 'not hers at all' }, answers: selfOnly([400, ERROR]) },
  'GET /api/users/:uid/push': {
    answers: selfOnly([200, '{callsFrom, device, isCalled, key, proposedTopic, topic, topicRefuses, topicSentAt}']),
  },
  'PUT /api/users/:uid/push': { body: someSubscription, answers: selfOnly([200, PUSH_DEVICE]) },
  'PATCH /api/users/:uid/push': { body: { showNames: true }, answers: selfOnly([200, PUSH_DEVICE]) },
  'POST /api/users/:uid/push/reached': { body: {}, answers: selfOnly([200, '{ok}']) },
  'PUT /api/users/:uid/push/topic': { body: { topic: null }, answers: selfOnly([200, '{topic}']) },
  'PUT /api/users/:uid/push/calls': { body: { isCalled: false }, answers: selfOnly([200, '{isCalled}']) },
  'POST /api/users/:uid/push/test': { body: {}, answers: selfOnly([200, '{reason, sent}']) },
  'GET /api/asks': { answers: signedIn([200, '{friends: [], mine, undone}']) },
  // Of an ask or a message that nobody has; asks of each role are in asks.test.ts beside this.
  ...Object.fromEntries(
    Object.entries({ ...ASK_CALLS, ...MESSAGE_CALLS }).map(([route, body]) => [
      route,
      { ...(body && { body }), answers: signedIn(missing) } satisfies Call,
    ]),
  ),
  // Who has the code in a text needs no session.
  'POST /api/asks/link': { body: { code: 'a-code-that-nobody-has' }, answers: everybody(missing) },
  'POST /api/asks/link/answer': {
    body: { code: 'a-code-that-nobody-has', answer: 'yes' },
    answers: everybody(missing),
  },
  'GET /api/messages': {
    to: (peer) => ({ query: `?with=${peer}` }),
    answers: { ...signedIn([200, PAGE]), stranger: [200, '{before, firstUnread: {mine, theirs}, messages: []}'] },
  },
  // The greeting of the connection.
  'POST /api/messages/search': {
    to: (peer) => ({ body: { with: peer, q: 'how are you' } }),
    answers: { ...signedIn([200, FOUND_MESSAGES]), stranger: [200, '{before, count, messages: []}'] },
  },
  'POST /api/messages': {
    to: (peer) => ({ body: { id: crypto.randomUUID(), receiver: peer, content: 'Hello' } }),
    answers: { ...signedIn([200, MESSAGE]), stranger: [403, ERROR] },
  },
  'PUT /api/photos/:id': {
    to: (peer) => ({ query: `?message=${crypto.randomUUID()}&to=${peer}`, body: somePhoto() }),
    answers: { ...signedIn([200, PHOTO]), stranger: [403, ERROR] },
  },
  'GET /api/photos/:id': { answers: signedIn(missing) },
  'PUT /api/users/:uid/photo': { body: somePhoto(), answers: selfOnly([200, '{photo}']) },
  'DELETE /api/users/:uid/photo': { answers: selfOnly([200, '{ok}']) },
  'POST /api/messages/read': { to: (peer) => ({ body: { sender: peer } }), answers: signedIn([200, '{through}']) },
  'POST /api/texts/general': {
    body: { phoneNumber: '+14155550199', message: 'Hello' },
    answers: signedIn([202, '{}']),
  },
  'POST /api/texts/welcome': {
    body: { phoneNumber: '+14155550199', message: 'Hello' },
    answers: signedIn([202, '{}']),
  },
  // Only gateways may call these, with a signature or the secret; a session is no help.
  'POST /api/texts/:id/status': { body: { status: 'delivered' }, answers: everybody([403, ERROR]) },
  'POST /api/texts/incoming': {
    body: { phoneNumber: '+14155550199', message: 'STOP' },
    answers: everybody([403, ERROR]),
  },
  'POST /api/texts/twilio': { query: `?text=${crypto.randomUUID()}`, body: {}, answers: everybody([403, ERROR]) },
  'POST /api/texts/twilio/call': { query: `?ask=${crypto.randomUUID()}`, body: {}, answers: everybody([403, ERROR]) },
  'POST /api/texts/android': {
    body: { event: 'sms:received', payload: { phoneNumber: '+14155550199', message: 'STOP' } },
    answers: everybody([403, ERROR]),
  },
  'POST /api/phone-numbers/check': { body: { phoneNumber: '+14155550199' }, answers: everybody([200, '{canText}']) },
  // The matrix's server sends neither mail nor texts, and no caller has a link or a code.
  'POST /api/recovery/link': { body: { email: 'ada@example.com' }, answers: everybody([400, ERROR]) },
  'POST /api/recovery/code': { body: { email: 'ada@example.com' }, answers: everybody([400, ERROR]) },
  'POST /api/recovery/link/owner': { body: { token: 'of another link' }, answers: everybody([400, ERROR]) },
  'POST /api/recovery/password': {
    body: { token: 'of another link', password: 'another long one' },
    answers: everybody([400, ERROR]),
  },
  'POST /api/recovery/password/code': {
    body: { ticket: crypto.randomUUID(), code: '123456', password: 'another long one' },
    answers: everybody([400, ERROR]),
  },
  'POST /api/recovery/email': { body: { token: 'of another link' }, answers: signedIn([400, ERROR]) },
  'GET /api/users/:uid/recovery': { answers: selfOnly([200, RECOVERY]) },
  'DELETE /api/users/:uid/provider': { answers: selfOnly([200, '{ok}']) },
  'PUT /api/users/:uid/provider': { body: { password: 'not hers at all' }, answers: selfOnly([400, ERROR]) },
  'POST /api/users/:uid/email': {
    body: { email: 'new@example.com', password: 'not hers at all' },
    answers: selfOnly([400, ERROR]),
  },
  'POST /api/users/:uid/email/confirmation': { body: {}, answers: selfOnly([400, ERROR]) },
  'POST /api/users/:uid/phone/code': { body: {}, answers: selfOnly([400, ERROR]) },
  'POST /api/users/:uid/phone/proof': { body: { code: '123456', password: 'x' }, answers: selfOnly([400, ERROR]) },
  'GET /api/asks/reach': { answers: signedIn([200, '{chosenAreGone, friends, isSetting, only}']) },
  'GET /api/installation': {
    answers: everybody([200, '{resetBy: [], sendsTexts, signInWith, signUp, textCountries, version}']),
  },
  'GET /livez': { answers: everybody([200, '{ok}']) },
  'GET /readyz': { answers: everybody([200, '{ok}']) },
  'GET /api/health': { answers: everybody([200, '{ok}']) },
  'POST /api/identity/sign-up/email': {
    body: () => ({ ...NEW_PERSON, email: `${crypto.randomUUID()}@example.com` }),
    answers: everybody([200, `{user: ${USER}}`]),
  },
  'POST /api/identity/sign-in/email': {
    body: { email: 'ada@example.com', password: 'not hers at all' },
    answers: everybody([401, PROVIDER_ERROR]),
  },
  'POST /api/identity/sign-out': { body: {}, answers: everybody([200, '{success}']), endsSession: true },
  'GET /api/identity/get-session': {
    answers: signedIn(
      [200, '{user: {email, firstname, id, initials, language, lastname, name, phonenumber, photo}}'],
      [200, 'null'],
    ),
  },
  'POST /api/identity/update-user': {
    body: { phonenumber: '+1 415 555 0123', password: PASSWORD },
    answers: signedIn([200, '{status}'], providerSignedOut),
  },
  'POST /api/identity/change-password': {
    body: { currentPassword: 'not hers at all', newPassword: 'another long password' },
    answers: signedIn([400, PROVIDER_ERROR], providerSignedOut),
  },
  'GET /api/identity/passkey/generate-authenticate-options': {
    answers: everybody([200, '{challenge, rpId, timeout, userVerification}']),
  },
  'POST /api/identity/passkey/verify-authentication': {
    body: { response: CREDENTIAL },
    answers: everybody([400, PROVIDER_ERROR]),
  },
  'POST /api/identity/oidc/start': { body: {}, answers: everybody(missing) },
  'GET /api/identity/oidc/callback': { answers: everybody(missing) },
};

/** Every route of the server's router, and its answer to each role. */
export const MATRIX: Record<string, Row> = Object.fromEntries(
  Object.entries(CALLS).map(([route, call]) => [route, rowOf(route.split(' ')[1]!, call)]),
);

function rowOf(route: string, { query, body, to, otherIsPeer, ...rest }: Call): Row {
  return {
    ...rest,
    namesNobody: !to && !route.includes(':uid'),
    ask({ uid, peer }) {
      const people: Record<string, string> = otherIsPeer ? { ':uid': uid, ':otherUid': peer } : { ':uid': uid };
      const path = route.replaceAll(/:\w+/g, (name) => people[name] ?? crypto.randomUUID());
      const given = { query, body: typeof body === 'function' ? body() : body, ...to?.(peer) };
      return { path: path + (given.query ?? ''), ...(given.body && { body: given.body }) };
    },
  };
}

/** Routes with the same answer for all: the browser app and the API's description. */
export const THE_SAME_FOR_EVERYBODY = [
  'GET /*',
  'GET /api/openapi.json',
  'GET /help',
  'GET /help/',
  'GET /metrics',
  'GET /offline.html',
];

type FrameAnswers = Record<Exclude<Role, 'anonymous'>, string | null>;

/** Ada and her connection get the same. */
const toFriends = (answer: string | null, stranger: string | null = null): FrameAnswers => ({
  self: answer,
  connection: answer,
  stranger,
});

/** The answers to each frame type of the live connection; null is no answer. */
export const LIVE_MATRIX: Record<string, { frame(peer: string): object } & FrameAnswers> = {
  send: {
    frame: (peer) => ({ type: 'send', id: crypto.randomUUID(), receiver: peer, content: 'Hello' }),
    ...toFriends('{id, seq, timestamp, type}', '{error: {code, message}, id, type}'),
  },
  read: { frame: (peer) => ({ type: 'read', sender: peer }), ...toFriends('{by, sender, through, type}') },
  typing: { frame: (peer) => ({ type: 'typing', to: peer, isTyping: true }), ...toFriends(null) },
  seen: { frame: (peer) => ({ type: 'seen', uid: peer, chosenAt: Date.now() }), ...toFriends(null) },
};

/** The events that Ada and her connections get. */
export const LIVE_EVENTS: Record<string, string> = {
  sent: '{id, seq, timestamp, type}',
  message: `{message: ${MESSAGE}, type}`,
  read: '{by, sender, through, type}',
  typing: '{isTyping, type, uid}',
  mood: '{chosenAt, mood, type, uid}',
  'own-ask': `{ask: ${OWN_ASK}, type}`,
  'own-ask-answer': `{answer: ${ASK_ANSWER}, id, type, version}`,
  'friend-ask': '{id, level, onIt, state, type, uid}',
  'ask-answered': '{id, type}',
  connection: `{entry: ${ENTRY}, type}`,
};
