import { isHidden } from '#server/database/is-hidden.ts';
import { SHOWN_READ } from '#server/features/chat/index.ts';
import { SHOWN_MOOD, SHOWN_PHONE } from '#server/features/circle/index.ts';
import { IS_SHOWN_BLOCK } from '#server/features/consent/index.ts';
import { WORDING, WORDING_JOINS } from '#server/features/texts/index.ts';
import { type Paged, POSITION_SEPARATOR } from './export-pages.ts';

/** Rows in a page. A message has up to 10,000 characters, and a page stays in memory while its reader is slow. */
const PAGE = 500;
/** Moods are small, and most have no text. */
const PAGE_OF_MOODS = 2_000;

const place = (...parts: string[]) => `concat_ws('${POSITION_SEPARATOR}', ${parts.join(', ')}) as place`;

const paged = (text: string, page = PAGE): Paged => ({ text: `${text} limit ${page}`, page });

/** The positions before every number, id and time. */
export const START = { seq: ['0'], id: ['00000000-0000-0000-0000-000000000000'], time: ['-infinity'] } as const;

const NAME = 'u.firstname, u.lastname, u.initials';

export const OWN_INFO = `select ${NAME}, u.phonenumber, u.email, u.mood from users u where u.id = $1`;

/** The account's other columns, without secrets such as the password hash. */
export const ACCOUNT = `
  select u.name as "displayName", u.phone_e164 as "phoneE164", u.mood_chosen_at as "moodChosenAt",
    u.email_verified as "emailVerified", u.phone_proven_at as "phoneProvenAt", u.suspended_at as "suspendedAt", u.image, u.created_at as "createdAt", u.updated_at as "updatedAt",
    a.provider_id as "signInBy", a.created_at as "signInCreatedAt", a.updated_at as "signInUpdatedAt"
  from users u left join accounts a on a.user_id = u.id where u.id = $1 limit 1`;

/** The person's invitation link, without its code, which lets people into their circle. */
export const INVITE = `
  select i.created_at as "createdAt", i.expires_at as "expiresAt", i.uses, i.max_uses as "maxUses"
  from invites i where i.inviter = $1`;

/**
 * Those who have blocked the person, or ended their connection: the export names and counts them no more than after they have left.
 * The person's own blocks stay, as in the settings.
 */
const GONE = `
  select b.owner from blocks b where b.other = $1
  union all select e.other from past_connections e where e.owner = $1 and not e.ended_by_owner`;

/** A list of people without those. */
const withoutGone = (list: string) => `
  case when ${list} is not null then array(
    select l.uid from unnest(${list}) with ordinality l (uid, n) where l.uid not in (${GONE}) order by l.n
  ) end`;

/** Copies of the other people's info as the person sees it (spec §3), with what the person set. Position: an id. */
export const CONNECTIONS = paged(`
  select ${place('c.other')}, u.id as uid, ${NAME}, ${SHOWN_PHONE} as phonenumber, '' as email,
    ${SHOWN_MOOD} as mood, c.lastmessage as "lastMessage", c.connected_at as "connectedAt",
    c.mood_seen_at as "moodSeenAt", c.hides_mood as "hidesMood", c.muted_until::text as "mutedUntil"
  from connections c join users u on u.id = c.other
  where c.owner = $1 and c.other > $2 order by c.other`);

/** The connections that the person has ended. The conversations are kept, and come back when the two connect again. Position: an id. */
export const PAST_CONNECTIONS = paged(`
  select ${place('p.other')}, p.other as uid, p.ended_at as "endedAt", p.hides_mood as "hidesMood",
    p.muted_until::text as "mutedUntil"
  from past_connections p where p.owner = $1 and p.other not in (${GONE}) and p.other > $2 order by p.other`);

/** Position: an id. */
export const BLOCKS = paged(`
  select ${place('other')}, other as uid, created_at as "blockedAt"
  from blocks b where owner = $1 and other > $2 and ${IS_SHOWN_BLOCK} order by other`);

/** Whom the person asked to connect. What they answered is not told, as on screens. Position: an id. */
export const REQUESTS = paged(`
  select ${place('asked')}, asked as uid, asked_at as "askedAt"
  from connection_requests where asker = $1 and asked > $2 order by asked`);

/** Who asked the person. Position: an id. */
export const REQUESTS_RECEIVED = paged(`
  select ${place('asker')}, asker as uid, asked_at as "askedAt", declined_at as "declinedAt"
  from connection_requests where asked = $1 and asker > $2 order by asker`);

/**
 * What the person reported. Reports about them are not theirs. The messages that they gave are for the operator: to the person they
 * would show a conversation that has ended since, and that the other account is still there. Position: an id.
 */
export const REPORTS = paged(`
  select ${place('id')}, id, case when reported not in (${GONE}) then reported end as reported, reason,
    messages is not null as "withMessages", created_at as "createdAt", done_at as "doneAt"
  from reports where reporter = $1 and id > $2 order by id`);

const CONVERSATION = `
  conversation_key(m.sender, m.receiver) = conversation_key($1, $2)
  and (m.sender, m.receiver) in (($1::uuid, $2::uuid), ($2::uuid, $1::uuid))
  and m.seq > $3 order by m.seq`;

/**
 * With one friend; read marks as on screens. Without those that the person deleted for themselves, but with an empty row for each, so
 * that pages stay full. Of those deleted for both it says no more than screens do. Position: a seq.
 */
export const MESSAGES = paged(`
  select ${place('m.seq')}, case when not ${isHidden('m.id', '$1')} then m.id end as id, m.sender, m.receiver,
    case when m.deleted_at is null then m.content else 'Message deleted' end as content, m.timestamp,
    ${SHOWN_READ} as read, m.photos, m.reply_to as "replyTo", m.deleted_at as "deletedAt", (
      select coalesce(json_agg(json_build_object('uid', r.uid, 'emoji', r.emoji) order by r.uid), '[]')
      from message_reactions r where r.message = m.id
    ) as reactions
  from messages m where ${CONVERSATION}`);

/** The photos that messages with one friend show, without their bytes. Position: a seq, and an id. */
export const PHOTOS = paged(`
  select ${place('m.seq', 'p.id')}, p.id, p.message, p.owner, p.type, p.width, p.height, p.blur,
    p.created_at as "createdAt"
  from messages m join photos p on p.message = m.id and p.owner = m.sender
  where conversation_key(m.sender, m.receiver) = conversation_key($1, $2)
    and (m.sender, m.receiver) in (($1::uuid, $2::uuid), ($2::uuid, $1::uuid)) and not ${isHidden('m.id', '$1')}
    and m.photos @> jsonb_build_array(jsonb_build_object('id', p.id))
    and m.seq >= $3 and (m.seq, p.id) > ($3::bigint, $4::uuid)
  order by m.seq, p.id`);

/** Bytes of a part of a photo: base64 of whole groups of three can be joined. */
const PART_BYTES = 192 * 1024;

/** A part of one of these photos in base64, which PostgreSQL breaks into lines. Position: a byte. */
export const PHOTO_PARTS: Paged = {
  text: `
  select ${place(`least(length(p.bytes), $3::integer + ${PART_BYTES})`)},
    translate(encode(substring(p.bytes from $3::integer + 1 for ${PART_BYTES}), 'base64'), E'\\n', '') as data
  from photos p join messages m on m.id = p.message and m.sender = p.owner
  where p.id = $2 and $1::uuid in (m.sender, m.receiver) and $3::integer < length(p.bytes)`,
  page: 1,
};

/** The object of a photo whose bytes are in S3. */
export const PHOTO_OBJECT = `
  select p.object from photos p join messages m on m.id = p.message and m.sender = p.owner
  where p.id = $2 and $1::uuid in (m.sender, m.receiver) and p.object is not null`;

const TEXT = `
  t.id, t.kind, coalesce(t.cause_id, t.id) as "causeId", t.author, t.recipient, t.status, t.attempts,
  coalesce(nullif(t.phone_number, ''),
    case when recipient.id = $1 or recipient.shows_phone then recipient.phone_key end) as "phoneNumber", t.next_attempt_at as "nextAttemptAt",
  t.last_error as "lastError", t.provider_id as "providerId", t.created_at as "createdAt", t.settled_at as "settledAt",
  t.delivery, t.delivery_at as "deliveryAt", t.delivery_error as "deliveryError", ${WORDING}`;

/** Texts that were held back, because of what one of the two has set or taken back, are left out for both. */
const IS_SHARED = 't.reason is null';

/** The texts about messages, which have the messages' ids. A message without a text gives a row without an id, so that pages stay full. */
const messageTexts = (isListed: string) =>
  paged(`
  select ${place('m.seq')}, ${TEXT}
  from messages m left join texts t on t.id = m.id and ${isListed} and ${IS_SHARED} ${WORDING_JOINS} where ${CONVERSATION}`);

export const TEXTS_OF_MESSAGES = {
  sent: messageTexts(`m.sender = $1`),
  received: messageTexts('m.receiver = $1'),
};

/** Position: a time and an id. */
export const TEXTS_BY_HAND = paged(`
  select ${place('t.created_at', 't.id')}, ${TEXT} from texts t ${WORDING_JOINS}
  where t.cause = 'form' and t.author = $1 and (t.created_at, t.id) > ($2::timestamptz, $3::uuid)
  order by t.created_at, t.id`);

/**
 * The texts to the person about a friend's calls for support, once they have left: until then either of the two may hold one back.
 * Position: a time and a mood of the friend. Moods without such
 * a text give rows, too.
 */
export const TEXTS_FOR_SUPPORT = paged(
  `
  select ${place('m.chosen_at', 'm.id')}, ${TEXT}
  from mood_choices m left join texts t
    on t.cause_id = m.id and t.recipient = $1 and ${IS_SHARED} and t.status not in ('queued', 'sending')
    ${WORDING_JOINS}
  where m.uid = $2 and (m.chosen_at, m.id) > ($3::timestamptz, $4::uuid)
  order by m.chosen_at, m.id`,
  PAGE_OF_MOODS,
);

/**
 * With how many texts about each call were sent, by their cause. Not to whom: that would tell who has muted the person and who
 * has said no. Nor how many were asked once more, which of a single friend tells the same. Position: a time and an id.
 */
export const MOODS = paged(
  `
  select ${place('m.chosen_at', 'm.id')}, m.id, m.mood, m.chosen_at as "chosenAt", case when m.mood in ('Purple', 'Dark') then (
    select coalesce(jsonb_object_agg(cause, count), '{}') from (
      select t.cause, count(*) from texts t
      where t.cause_id = m.id and t.status = 'sent' and t.cause <> 'again' and t.recipient not in (${GONE}) group by t.cause
    ) sent
  ) end as texts
  from mood_choices m
  where m.uid = $1 and m.undone_at is null and (m.chosen_at, m.id) > ($2::timestamptz, $3::uuid)
  order by m.chosen_at, m.id`,
  PAGE_OF_MOODS,
);

/** Passkeys, without their keys. Position: an id. */
export const PASSKEYS = paged(`
  select ${place('id')}, id, name, device_type as "deviceType", backed_up as "isBackedUp", aaguid as model,
    created_at as "createdAt", last_used_at as "lastUsedAt"
  from passkeys where user_id = $1 and id > $2 order by id`);

/** Sessions, without their tokens. Position: an id. */
export const DEVICES = paged(`
  select ${place('id')}, id, id = $2 as "isThis", user_agent as browser, ip_address as address,
    created_at as "signedInAt", updated_at as "seenAt", expires_at as "expiresAt"
  from sessions where user_id = $1 and id > $3 order by id`);

/** What gets notifications, without the keys that encrypt them. Position: the id of a session. */
export const PUSH_DEVICES = paged(`
  select ${place('session_id')}, session_id as device, service, endpoint, about, show_names as "showNames",
    show_words as "showWords", created_at as "createdAt", renewed_at as "renewedAt"
  from push_devices where uid = $1 and session_id > $2 order by session_id`);

/** The person's own asks with their own words; those that were undone are in no list. Position: an id. */
export const ASKS = paged(`
  select ${place('id')}, id, level, asked_at as "askedAt", called_at as "calledAt", worse_at as "worseAt", opens_at as "opensAt",
    eased_at as "easedAt", still_at as "stillAt", again_at as "againAt", help, note,
    ${withoutGone('chosen')} as chosen, ${withoutGone('thanks')} as thanks, closed_at as "closedAt", closed_how as "closedHow"
  from asks where uid = $1 and closed_how is distinct from 'undone' and id > $2 order by id`);

/** The person's own answers to friends' asks. Other people's answers are in nobody's export but their own. Position: an id. */
export const ASK_ANSWERS = paged(`
  select ${place('n.id')}, n.id as ask, a.uid as friend, n.seen_at as "seenAt", n.answer, n.answered_at as "answeredAt",
    n.later_at as "laterAt", n.via, n.show_name as "showName", n.handed_over_at as "handedOverAt", n.reached_at as "reachedAt"
  from ask_recipients n join asks a on a.id = n.ask
  where n.friend = $1 and (n.seen_at is not null or n.answer is not null)
    and (n.withdrawn_at is not null or a.closed_how is distinct from 'undone') and n.id > $2 order by n.id`);
