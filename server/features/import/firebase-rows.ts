import type { CountryCode } from 'libphonenumber-js/max';
import { isBlank } from '#contract/is-blank.ts';
import { FIRST_MOOD, MOODS } from '#contract/moods.ts';
import { MESSAGE_MAX_LENGTH, NAME_MAX_LENGTH, PHONE_NUMBER_MAX_LENGTH } from '#contract/sizes.ts';
import { cleanName, type FirebaseHashing, importedPassword } from '#server/features/identity/index.ts';
import { readPhone } from '#server/phone-numbers/read-number.ts';
import { messageId, personId, timeOfPushId } from './firebase-ids.ts';
import type { Notes } from './import-notes.ts';

/** Rows of the tables of `firebase-tables.ts`. Times are in milliseconds since 1970. */
type Row = Record<string, string | number | boolean | null>;

type Fields = Record<string, unknown>;

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});

/** Text that PostgreSQL can store. */
const text = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).replaceAll('\0', '').toWellFormed() : '';

const FIRST_TIME = Date.UTC(2000);
const DAY_MS = 24 * 60 * 60 * 1_000;

/** People could write any number into their own part of the database. */
function timeOf(value: unknown, notes: Notes, example: string): number | undefined {
  const ms = Math.round(Number(value));
  if (ms >= FIRST_TIME && ms <= Date.now() + DAY_MS) return ms;
  if (value) notes.add('a time that cannot be right, left out', example);
}

/** @param value one of `users` of `firebase auth:export` */
export function accountRow(value: unknown, hashing: FirebaseHashing, notes: Notes): Row | undefined {
  const account = fieldsOf(value);
  const localId = text(account.localId);
  const email = text(account.email).trim().toLowerCase();
  if (!localId || !email.includes('@')) {
    notes.add('a person without an email, not taken', localId);
    return;
  }
  const hash = text(account.passwordHash);
  const password = hash ? importedPassword(hashing, hash, text(account.salt)) : undefined;
  if (!hash) notes.add(`a person who logged in with ${providersOf(account)}, taken without a password`, email);
  else if (!password) notes.add('a password that the hash parameters do not fit, left out', email);
  const [firstname = '', ...others] = cleanName(text(account.displayName)).split(/\s+/);
  const created = timeOf(account.createdAt, notes, email) ?? null;
  return {
    ...{ uid: personId(localId), email, password: password ?? null, created },
    ...{ firstname: firstname.slice(0, NAME_MAX_LENGTH), lastname: others.join(' ').slice(0, NAME_MAX_LENGTH) },
    ...{ seen: timeOf(account.lastSignedInAt, notes, email) ?? created },
    ...{ verified: account.emailVerified === true, suspended: account.disabled === true },
  };
}

function providersOf({ providerUserInfo }: Fields): string {
  const ids = Object.values(fieldsOf(providerUserInfo)).map((info) => text(fieldsOf(info).providerId));
  return ids.filter((id) => id !== '' && id !== 'password').join(', ') || 'no password';
}

/** @param value `users/{localId}/info` (spec §3) */
export function infoRow(localId: string, value: unknown, country: CountryCode, notes: Notes): Row {
  const info = fieldsOf(value);
  const [firstname, lastname] = [info.firstname, info.lastname].map((name) => {
    const clean = cleanName(text(name));
    if (clean.length > NAME_MAX_LENGTH) notes.add('a name that was shortened', localId);
    return clean.slice(0, NAME_MAX_LENGTH);
  });
  const typed = text(info.phonenumber).trim().slice(0, PHONE_NUMBER_MAX_LENGTH);
  const phone = readPhone(typed, country);
  if (typed && (phone.phoneKey === null || phone.phoneRestriction))
    notes.add('a phone number that gets no texts, kept as it was typed', localId);
  const isKnown = MOODS.some((mood) => mood === info.mood);
  if (info.mood !== undefined && !isKnown) notes.add(`a mood that does not exist, now ${FIRST_MOOD}`, localId);
  return {
    ...{ uid: personId(localId), local: localId, firstname: firstname!, lastname: lastname!, phonenumber: typed },
    ...{ e164: phone.phoneE164, key: phone.phoneKey, dialled: phone.phoneDialled, restriction: phone.phoneRestriction },
    mood: isKnown ? String(info.mood) : FIRST_MOOD,
  };
}

/** @param value `users/{localId}/connections` (spec §3) */
export function connectionRows(localId: string, value: unknown, notes: Notes): Row[] {
  return Object.entries(fieldsOf(value)).flatMap(([other, connection]) => {
    const last = timeOf(fieldsOf(connection).lastMessage, notes, localId) ?? null;
    return other === localId ? [] : [{ owner: personId(localId), other: personId(other), local: localId, last }];
  });
}

/** @param value `messages/{key}` (spec §3) @param now no message is later */
export function messageRow(key: string, value: unknown, now: number, notes: Notes): Row | undefined {
  const message = fieldsOf(value);
  const [sender, receiver, content] = [text(message.sender), text(message.receiver), text(message.content)];
  const at = timeOf(message.timestamp, notes, key) ?? timeOfPushId(key);
  const fault = faultOf(sender, receiver, content, at);
  if (fault) {
    notes.add(`a message ${fault}, not taken`, key);
    return;
  }
  if (content.length > MESSAGE_MAX_LENGTH) notes.add('a message that was shortened', key);
  return {
    ...{ id: messageId(key), local: key, sender: personId(sender), receiver: personId(receiver) },
    ...{ content: content.slice(0, MESSAGE_MAX_LENGTH).toWellFormed(), at: Math.min(at!, now) },
    read: message.read === true,
  };
}

function faultOf(sender: string, receiver: string, content: string, at: number | undefined): string | undefined {
  if (!sender || !receiver) return 'without a sender or a receiver';
  if (sender === receiver) return 'to oneself';
  if (isBlank(content)) return 'without words';
  if (at === undefined) return 'without a time';
}
