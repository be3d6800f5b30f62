import type { Generated, GeneratedAlways } from 'kysely';
import type { Mood } from '#contract/moods.ts';
import type { Photo } from '#contract/photos.ts';
import type { Restriction } from '#server/phone-numbers/texting-restriction.ts';

/** All tables after the migrations. Ids are UUIDs, times are timestamptz. */
export interface Database {
  users: UsersTable;
  accounts: AccountsTable;
  sessions: SessionsTable;
  passkeys: PasskeysTable;
  connections: ConnectionsTable;
  past_connections: PastConnectionsTable;
  connection_requests: ConnectionRequestsTable;
  blocks: BlocksTable;
  reports: ReportsTable;
  invites: InvitesTable;
  messages: MessagesTable;
  hidden_reads: HiddenReadsTable;
  message_reactions: MessageReactionsTable;
  hidden_messages: HiddenMessagesTable;
  photos: PhotosTable;
  unused_objects: UnusedObjectsTable;
  mood_choices: MoodChoicesTable;
  asks: AsksTable;
  ask_recipients: AskRecipientsTable;
  causes: CausesTable;
  texts: TextsTable;
  text_stops: TextStopsTable;
  taken_calls: TakenCallsTable;
  limits: LimitsTable;
  one_time_links: OneTimeLinksTable;
  text_codes: TextCodesTable;
  departures: DeparturesTable;
  departed_connections: DepartedConnectionsTable;
  vapid_keys: VapidKeysTable;
  push_devices: PushDevicesTable;
  pushes: PushesTable;
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
  /** In E.164; null when `phonenumber` is no number. */
  phone_e164: string | null;
  /** The phone that rings, and to which texts go: see `readNumber`. Null without digits in `phonenumber`. */
  phone_key: string | null;
  /** The key under which limits count the number, when it is another one. */
  phone_dialled: string | null;
  /** The reason why no text may go to the phone; null when texts may go. */
  phone_restriction: Restriction | null;
  found_by_name: Generated<boolean>;
  found_by_phone: Generated<boolean>;
  /** Whether chat messages to this person send a text. */
  chat_texts: Generated<boolean>;
  mood: Generated<Mood>;
  mood_chosen_at: Generated<Date>;
  /** The limit key of the network that the account was made from; null after a week. */
  sign_up_network: string | null;
  /** The invitation that the account was made with (`SIGN_UP=invite`). It counts as used by this person already. */
  invite_code: string | null;
  /** Whether the card of first steps may be shown. */
  first_steps: Generated<boolean>;
  /** When a code by text proved that the person has the phone; null for an unproven number. */
  phone_proven_at: Date | null;
  /** How long a call for support can be undone before it leaves; null for the installation's time. */
  hold_seconds: number | null;
  /** The friends whom this person asks for support; null for all. When none of them is left, everybody is asked. */
  asks_these: string[] | null;
  /** Texts about friends' calls: each, one for each ask ('calm'), or none. */
  support_texts: Generated<'every' | 'calm' | 'none'>;
  /** Texts about chat messages come only until the person looks. */
  chat_texts_once: Generated<boolean>;
  /** Quiet hours, in minutes of the day in `quiet_zone`; all null for none. */
  quiet_from: number | null;
  quiet_to: number | null;
  /** An IANA time zone. */
  quiet_zone: string | null;
  /** Whether texts about Dark come in quiet hours too. */
  quiet_dark_passes: Generated<boolean>;
  /** Whether friends see the phone number and the email. */
  shows_phone: Generated<boolean>;
  shows_email: Generated<boolean>;
  /** Whether friends' asks count that this person has seen them. */
  shows_seen: Generated<boolean>;
  /** Whether friends see that this person is typing, and that they have read a message. Off hides the friends' from them, too. */
  shows_typing: Generated<boolean>;
  shows_read: Generated<boolean>;
  /** Whether others become friends only when this person accepts. */
  asks_first: Generated<boolean>;
  /** Whether friends are asked once more by itself after ten minutes without an answer. */
  again_itself: Generated<boolean>;
  /** The last Green or Yellow: what friends see from whom the mood is hidden. */
  calm_mood: Generated<'Green' | 'Yellow'>;
  calm_chosen_at: Generated<Date>;
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
  /** The time of the other's last call for support that a screen of the owner has shown; null for none. */
  mood_seen_at: Date | null;
  /** The owner gets neither cards nor texts of the other's asks until then; 'infinity' for always. */
  muted_until: Date | null;
  /** The owner hides calls for support from the other. */
  hides_mood: Generated<boolean>;
  /** The same, as the other's row has it: since when the other hides calls for support from the owner. */
  mood_hidden_since: Date | null;
  /** When hiding last ended for the owner: moods that they see from then on are no older. */
  mood_shown_since: Date | null;
}

/** A connection that one of the two has ended. Its messages are kept, and come back when the two connect again. */
interface PastConnectionsTable {
  owner: string;
  other: string;
  ended_at: Generated<Date>;
  /** The other's export does not list it: for the other it is as if the account had left. */
  ended_by_owner: Generated<boolean>;
  /** As in the connection, for the case that the two connect again: to end it must not undo what the other had set. */
  muted_until: Date | null;
  hides_mood: Generated<boolean>;
  mood_hidden_since: Date | null;
  mood_shown_since: Date | null;
}

/** Somebody who would like to be in the circle of a person who asks first (`asks_first`). */
interface ConnectionRequestsTable {
  asker: string;
  asked: string;
  asked_at: Generated<Date>;
  /** When the person said 'Not now'. The asker does not learn of it. */
  declined_at: Date | null;
}

/** Neither of the two finds the other or connects with them. */
interface BlocksTable {
  owner: string;
  other: string;
  created_at: Generated<Date>;
}

/** What one person reported about another, for the operator. */
interface ReportsTable {
  id: Generated<string>;
  /** Null when the account is gone. */
  reporter: string | null;
  reported: string | null;
  reason: string;
  /** The last messages between the two, if the reporter gave them. */
  messages: unknown;
  created_at: Generated<Date>;
  done_at: Date | null;
}

/** Invitation links: one a person, and those of the operator. */
interface InvitesTable {
  /** 128 random bits, base64url. */
  code: string;
  /** Null for the operator's. */
  inviter: string | null;
  created_at: Generated<Date>;
  expires_at: Date;
  uses: Generated<number>;
  max_uses: number;
}

interface MessagesTable {
  id: string;
  /** Orders a conversation: microseconds since 1970. Messages from before migration 0040 have smaller numbers. */
  seq: Generated<number>;
  sender: string;
  receiver: string;
  content: string;
  timestamp: Generated<Date>;
  read: Generated<boolean>;
  /** The message of the same two people that this one answers. It may have been deleted since. */
  reply_to: string | null;
  /** When its sender deleted it for both. Its content is '' since, and nobody is asked to read it. */
  deleted_at: Date | null;
  /** As both people see them; null for a message without photos. */
  photos: Photo[] | null;
}

/** How somebody reacted to a message. One a person. */
interface MessageReactionsTable {
  message: string;
  uid: string;
  emoji: string;
}

/** A message that a person deleted for themselves. The other one of the two sees it as before. */
interface HiddenMessagesTable {
  message: string;
  uid: string;
}

/** The sender is not shown that the reader, who hides read marks, has read messages from this seq on. */
interface HiddenReadsTable {
  reader: string;
  sender: string;
  from_seq: number;
}

interface PhotosTable {
  id: string;
  /** The sender. */
  owner: string;
  /** The message for which it was uploaded. The message may not be stored yet, or never. */
  message: string;
  type: 'image/jpeg' | 'image/webp';
  width: number;
  height: number;
  /** A ThumbHash in base64url. */
  blur: string | null;
  /** Of the bytes. */
  size: number;
  /** Null when they are in S3. */
  bytes: Buffer | null;
  /** The object in S3; null when the bytes are here. */
  object: string | null;
  created_at: Generated<Date>;
}

/** Objects in S3 that no photo has, or none has yet. */
interface UnusedObjectsTable {
  object: string;
  /** When it is removed. */
  due_at: Date;
}

interface MoodChoicesTable {
  id: Generated<string>;
  uid: string;
  mood: Mood;
  chosen_at: Generated<Date>;
  /** The ask that a call for support belongs to. */
  ask: string | null;
  /** When the person took it back; null for a choice that counts. */
  undone_at: Date | null;
  /** What the first call answered, for its repeats: the counts, and whether the limit held its texts back. */
  reached: unknown;
  texts_limited: Generated<boolean>;
}

/** A hard time for which a person asks friends (docs/decisions/0024-asks.md). */
interface AsksTable {
  id: Generated<string>;
  uid: string;
  /** The mood of the newest choice that asks. */
  level: 'Purple' | 'Dark';
  /** The first choice. */
  asked_at: Date;
  /** The newest choice that asks for support. */
  called_at: Date;
  /** When Purple became Dark; null when it did not. */
  worse_at: Date | null;
  /** Friends see nothing of the ask before, and get no texts. */
  opens_at: Date;
  /** Since when the mood asks for no support. */
  eased_at: Date | null;
  /** The last 'still feeling this way'. */
  still_at: Date | null;
  /** When the person asked once more. */
  again_at: Date | null;
  /** The friends who are asked; null for all. */
  chosen: string[] | null;
  /** What would help. Null after closing, as `note`. */
  help: 'call' | 'message' | 'company' | 'know' | null;
  note: string | null;
  closed_at: Date | null;
  closed_how: 'ok' | 'quiet' | 'undone' | 'expired' | null;
  /** The friends who are thanked at closing; null when nobody is told. */
  thanks: string[] | null;
  /** When a screen of the person showed the answers last. */
  answers_seen_at: Date | null;
  /** Each change raises it. Screens keep the highest. */
  version: Generated<number>;
  /** How many of these changes friends do not see: looks, a 'can't', a 'still'. Their version is without them. */
  unshown: Generated<number>;
}

/** A friend whom an ask asks, and their answer. Only `sync_recipients` adds rows (docs/decisions/0029-telling-friends.md). */
interface AskRecipientsTable {
  /** What the friend knows the ask by. Mostly the ask's own id; another one after the mood was hidden from the friend. */
  id: string;
  ask: string;
  friend: string;
  asked_at: Date;
  /** When the mood was hidden from the friend: for them the ask has ended then. */
  withdrawn_at: Date | null;
  seen_at: Date | null;
  answer: 'yes' | 'later' | 'no' | null;
  answered_at: Date | null;
  /** For 'later': when. */
  later_at: Date | null;
  via: 'app' | 'link' | 'text' | null;
  /** Whether the others who are asked may see this friend's first name. */
  show_name: Generated<boolean>;
  handed_over_at: Date | null;
  /** When the friend said that they got to reach the person. */
  reached_at: Date | null;
  /** When the person was last notified of this answer. */
  told_at: Date | null;
}

/** The reason for a text. */
export type TextCause = 'mood' | 'again' | 'slip' | 'closing' | 'message' | 'connection' | 'form';

/** People are to be told of this. It goes when the texts and pushes are made (docs/decisions/0029-telling-friends.md). */
interface CausesTable {
  /** 0 for a call for support, otherwise 1. With the id it is the order of work. */
  priority: number;
  id: GeneratedAlways<string>;
  /** `again`: the person asks once more. */
  cause: 'mood' | 'again' | 'message' | 'connection' | 'answer';
  /** The mood choice. */
  choice: string | null;
  /** The messages; of answers the ask. */
  ids: string[] | null;
  created_at: Generated<Date>;
  /** Not taken before; null for at once. */
  opens_at: Date | null;
}

/** `recorded`: no gateway was set when it was made, so it is stored and not sent. */
type TextStatus = 'queued' | 'sending' | 'sent' | 'failed' | 'cancelled' | 'recorded';

/** Why a text was held back, where a rule depends on it. */
export type TextReason = 'stopped' | 'answered' | 'unwanted' | 'undone';

/** A text to a phone. */
interface TextsTable {
  /** A message's text has the message's id. */
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
  /** Of a text for support: who pays (`payerOf`), and the order in which payers take turns. */
  payer: string | null;
  turn: Generated<number>;
  kind: 'welcome' | 'general';
  cause: TextCause;
  status: TextStatus;
  /** As typed. Null for other causes: their number is the recipient's. '' when the number's person has left. */
  phone_number: string | null;
  /**
   * `key` of `readNumber` of the number that was typed, null when its person has left; of the phone that a call for support goes
   * to. Null for other causes: their number is the recipient's at that time.
   */
  phone_key: string | null;
  /** As typed. Null for other causes: their words follow from the cause and the names. */
  message: string | null;
  last_error: string | null;
  reason: TextReason | null;
  /** The gateway's own id for it. */
  provider_id: string | null;
  /** What the gateway reported afterwards; null without a receipt. It moves forward only, in this order. */
  delivery: 'sent' | 'undelivered' | 'delivered' | null;
  /** When that was reported. */
  delivery_at: Date | null;
  /** Why it is undelivered. */
  delivery_error: string | null;
}

/** A phone from which STOP or START was texted lately (docs/decisions/0019-receipts-and-stop.md). */
interface TextStopsTable {
  /** `key` of `readNumber`. */
  phone: string;
  /** Whether it gets no texts. A row with false remembers a START, so that an older STOP that arrives late does nothing. */
  stopped: boolean;
  said_at: Date;
  /** The number that it was texted to, if that is known. */
  said_to: string | null;
  /** When the stop ends by itself: it was only the gateway's word. */
  until: Generated<Date>;
}

/** A gateway's call, for a week. */
interface TakenCallsTable {
  signature: string;
  taken_at: Generated<Date>;
}

interface LimitsTable {
  what: string;
  whom: string;
  /** When it was done, the newest last. */
  times: Date[];
  /** When no rule needs the row any more. */
  expires_at: Date;
}

/** A link by mail, or from the operator, that works once. */
interface OneTimeLinksTable {
  /** A keyed hash: the token itself is only in the link. */
  token_hash: string;
  purpose: 'password' | 'email';
  uid: string;
  /** The account's credential version when the link was made. It works for that version only. */
  generation: string;
  /** The address that the link was sent to; null for one from the operator. */
  email: string | null;
  created_at: Generated<Date>;
  expires_at: Date;
}

/** A code by text that works once. */
interface TextCodesTable {
  id: string;
  purpose: 'password' | 'proof';
  /** Null when a code was asked for with an email that has no account, or none with a proven phone. */
  uid: string | null;
  generation: string | null;
  /** The phone that the code was sent to: `key` of `readNumber`. */
  phone: string | null;
  /** A keyed hash. */
  code_hash: string;
  tries: Generated<number>;
  created_at: Generated<Date>;
  expires_at: Date;
}

/** A deleted account that still has rows to purge. */
interface DeparturesTable {
  uid: string;
  phone_key: string | null;
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

/** The server's key pair for push services (VAPID), in base64url. One row. */
interface VapidKeysTable {
  public_key: string;
  private_key: string;
}

/** A session whose browser has subscribed to notifications. It ends with the session. */
interface PushDevicesTable {
  session_id: string;
  uid: string;
  /** The push service by its entry in the list of hosts, such as `*.push.apple.com`. */
  service: string;
  /** The address that pushes go to: whoever has it and our private key can notify the device. */
  endpoint: string;
  p256dh: string;
  auth: string;
  support: Generated<boolean>;
  messages: Generated<boolean>;
  connections: Generated<boolean>;
  answers: Generated<boolean>;
  show_names: Generated<boolean>;
  show_words: Generated<boolean>;
  created_at: Generated<Date>;
  renewed_at: Generated<Date>;
}

/** What a device shows, or has to show, about one cause and one author. */
interface PushesTable {
  session_id: string;
  /** Of answers the person who asked. */
  author: string;
  cause: 'mood' | 'message' | 'connection' | 'answer';
  /** The device's. */
  service: string;
  /** The newest mood choice or message; of answers the ask. */
  reason: string;
  reason_at: Generated<Date>;
  /** When to look again: to send, to send again, or to close. During a claim: when it expires. Null when nothing is due. */
  due_at: Date | null;
  /** When the device was last notified; null for never. */
  shown_at: Date | null;
  /** Failed attempts at the newest reason. */
  attempts: Generated<number>;
  /** Changes with each newer reason, and when the reason was read elsewhere. */
  version: Generated<number>;
  /** Identifies the claim of the worker that sends it now. */
  claims: Generated<number>;
}
