import type { Generated, GeneratedAlways } from 'kysely';
import type { Mood } from '#contract/moods.ts';

/** Every table, as the migrations leave it. Ids are UUIDs, times are timestamptz. */
export interface Database {
  users: UsersTable;
  accounts: AccountsTable;
  sessions: SessionsTable;
  connections: ConnectionsTable;
  messages: MessagesTable;
  mood_choices: MoodChoicesTable;
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
  /** As typed. */
  phonenumber: string;
  /** E.164, where what was typed can be read so. */
  phone_e164: string | null;
  /** Where texts go; null for a person without a phone number. */
  text_number: GeneratedAlways<string | null>;
  found_by_name: Generated<boolean>;
  found_by_phone: Generated<boolean>;
  /** Whether they are texted when somebody writes to them. */
  chat_texts: Generated<boolean>;
  /** Where those texts go; null for who wants none. */
  chat_text_number: GeneratedAlways<string | null>;
  mood: Generated<Mood>;
  mood_chosen_at: Generated<Date>;
  /** The network that the account was made from, as limits key it; null after a week. */
  sign_up_network: string | null;
  created_at: Generated<Date>;
}

/** A person's identity record: their password, as the identity provider hashes it. */
interface AccountsTable {
  user_id: string;
  /** Another one after each new password and each sign-out everywhere. */
  generation: Generated<string>;
}

interface SessionsTable {
  id: string;
  user_id: string;
  expires_at: Date;
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

/** Why a text is sent. */
export type TextCause = 'mood' | 'message' | 'connection' | 'form';

/** `recorded`: no gateway was set when it was written, so it is kept and not sent. */
type TextStatus = 'queued' | 'sending' | 'sent' | 'failed' | 'cancelled' | 'recorded';

interface TextsTable {
  /** Made of its cause, and its recipient where a cause texts many: told twice, it is one text. */
  id: Generated<string>;
  kind: 'welcome' | 'general';
  cause: TextCause;
  /** The mood choice, message, connection or form call that it follows from. */
  cause_id: string;
  /** Who is texted; null for a number typed into the form. */
  recipient: string | null;
  /** Whose doing it is. */
  author: string | null;
  /** Empty where its person has left. */
  phone_number: string;
  message: string;
  status: TextStatus;
  attempts: Generated<number>;
  /** Whether its limits have counted it. */
  counted: Generated<boolean>;
  /** While queued: when to try. While sending: when the claim runs out. */
  next_attempt_at: Generated<Date>;
  last_error: string | null;
  /** The gateway's own id for it. */
  provider_id: string | null;
  created_at: Generated<Date>;
  settled_at: Date | null;
}

interface LimitsTable {
  what: string;
  whom: string;
  /** When it was done, the last time last. */
  times: Date[];
  /** When nothing looks back so far any more. */
  expires_at: Date;
}

/** Somebody who has left and of whom rows are still to be purged. */
interface DeparturesTable {
  uid: string;
  phonenumber: string;
  phone_e164: string | null;
  left_at: Generated<Date>;
  look_again_at: Generated<Date>;
}

/** With whom they were connected: their conversations are found by that. */
interface DepartedConnectionsTable {
  uid: string;
  other: string;
  /** The other's moods up to this one have been looked through for texts to who left. */
  after_time: Generated<Date>;
  after_id: Generated<string>;
}
