import type { Generated, GeneratedAlways } from 'kysely';
import type { Mood } from '#contract/moods.ts';

/** All tables after the migrations. Ids are UUIDs, times are timestamptz. */
export interface Database {
  users: UsersTable;
  accounts: AccountsTable;
  sessions: SessionsTable;
  passkeys: PasskeysTable;
  connections: ConnectionsTable;
  messages: MessagesTable;
  mood_choices: MoodChoicesTable;
  text_causes: TextCausesTable;
  texts: TextsTable;
  limits: LimitsTable;
  departures: DeparturesTable;
  departed_connections: DepartedConnectionsTable;
}

interface UsersTable {
  /** The uid of the specification. */
  id: string;
  /** The display name, 'first last'. */
  name: string;
  firstname: string;
  lastname: string;
  initials: GeneratedAlways<string>;
  email: string;
  /** As the person typed it. */
  phonenumber: string;
  /** In E.164; null when `phonenumber` cannot be read as a number. */
  phone_e164: string | null;
  /** The number for texts; null for a person without a phone number. */
  text_number: GeneratedAlways<string | null>;
  found_by_name: Generated<boolean>;
  found_by_phone: Generated<boolean>;
  /** Whether chat messages to this person send a text. */
  chat_texts: Generated<boolean>;
  /** The number for texts about chat messages; null when the person turned them off. */
  chat_text_number: GeneratedAlways<string | null>;
  mood: Generated<Mood>;
  mood_chosen_at: Generated<Date>;
  /** The limit key of the network that the account was made from; null after a week. */
  sign_up_network: string | null;
  /** Null for an ordinary account. */
  suspended_at: Date | null;
  created_at: Generated<Date>;
}

/** A person's identity record: their password, as the identity provider hashes it. */
interface AccountsTable {
  user_id: string;
  /** Changes with each new password and each sign-out everywhere. */
  generation: Generated<string>;
}

interface SessionsTable {
  id: string;
  user_id: string;
  expires_at: Date;
}

interface PasskeysTable {
  id: string;
  user_id: string;
  name: string;
  /** The device's name of it. */
  credential_id: string;
  created_at: Generated<Date>;
  last_used_at: Date | null;
}

interface ConnectionsTable {
  owner: string;
  other: string;
  connected_at: Generated<Date>;
  lastmessage: Date | null;
}

interface MessagesTable {
  id: string;
  seq: GeneratedAlways<number>;
  sender: string;
  receiver: string;
  content: string;
  timestamp: Generated<Date>;
  read: Generated<boolean>;
}

interface MoodChoicesTable {
  id: Generated<string>;
  uid: string;
  mood: Mood;
  chosen_at: Generated<Date>;
}

/** The reason for a text. */
export type TextCause = 'mood' | 'message' | 'connection' | 'form';

/** Texts are due for this. The outbox makes them and removes the row (docs/decisions/0016-text-causes.md). */
interface TextCausesTable {
  /** 0 for a call for support, otherwise 1. With the id it is the order of work. */
  priority: number;
  id: GeneratedAlways<string>;
  cause: Exclude<TextCause, 'form'>;
  /** The mood choice. */
  choice: string | null;
  /** The messages; the recipients of a mood's texts, null until they have been worked out. */
  ids: string[] | null;
  /** Identifies the claim of the worker that makes the texts now. */
  claims: Generated<number>;
  /** When the claim expires; null when there is none. */
  claimed_until: Date | null;
  created_at: Generated<Date>;
}

/** `recorded`: no gateway was set when it was made, so it is stored and not sent. */
type TextStatus = 'queued' | 'sending' | 'sent' | 'failed' | 'cancelled' | 'recorded';

/** A text has a row when it was typed, and from its first attempt on. */
interface TextsTable {
  /** The message's id; for moods made of the choice's id and a number; so nothing is texted twice. */
  id: Generated<string>;
  /** The person who gets the text; null for a number typed into the form. */
  recipient: string | null;
  /** The person who caused the text; null for another program. */
  author: string | null;
  /** The mood choice. Null for other causes: the text's id is the id of its message or form call. */
  cause_id: string | null;
  created_at: Generated<Date>;
  /** While queued: when to try. While sending: when the claim expires. Null when settled. */
  next_attempt_at: Generated<Date | null>;
  settled_at: Date | null;
  attempts: Generated<number>;
  /** Whether the limits have counted it. */
  counted: Generated<boolean>;
  kind: 'welcome' | 'general';
  cause: TextCause;
  status: TextStatus;
  /** As typed. Null for other causes: their number is the recipient's. '' when the number's person has left. */
  phone_number: string | null;
  /** As typed. Null for other causes: their words follow from the cause and the names. */
  message: string | null;
  last_error: string | null;
  /** The gateway's own id for it. */
  provider_id: string | null;
}

interface LimitsTable {
  what: string;
  whom: string;
  /** When it was done, the newest last. */
  times: Date[];
  /** When no rule needs the row any more. */
  expires_at: Date;
}

/** A deleted account that still has rows to purge. */
interface DeparturesTable {
  uid: string;
  phonenumber: string;
  phone_e164: string | null;
  /** The display name, for texts of calls for support that have not been sent yet. */
  name: Generated<string>;
  left_at: Generated<Date>;
  look_again_at: Generated<Date>;
}

/** The connections of a deleted account, by which its conversations are found. */
interface DepartedConnectionsTable {
  uid: string;
  other: string;
  /** The purge of texts has handled the other's moods up to this one. */
  after_time: Generated<Date>;
  after_id: Generated<string>;
}
