import { isHidden } from '#server/database/is-hidden.ts';
import { isBetween, shownRead } from '#server/features/chat/index.ts';
import { SHOWN_MOOD, SHOWN_PHONE } from '#server/features/circle/index.ts';
import { IS_SHOWN_BLOCK } from '#server/features/consent/index.ts';
import { WORDING, WORDING_JOINS } from '#server/features/texts/index.ts';

/** The statements of an export. $1 is the person's uid. */

const NAME = 'u.firstname, u.lastname, u.initials';

export const OWN_INFO = `select ${NAME}, u.phonenumber, u.email, u.mood from users u where u.id = $1`;

/** Without secrets, such as the password hash. */
export const ACCOUNT = `
  select u.name as "displayName", u.phone_e164 as "phoneE164", u.mood_chosen_at as "moodChosenAt",
    u.email_verified as "emailVerified", u.phone_proven_at as "phoneProvenAt", u.suspended_at as "suspendedAt", u.language, u.image, u.created_at as "createdAt", u.updated_at as "updatedAt",
    array(select provider_id from accounts where user_id = u.id order by created_at, provider_id) as "signInBy",
    array(select account_id from accounts where user_id = u.id and provider_id <> 'credential' order by created_at) as "signInSubjects",
    a.created_at as "signInCreatedAt", a.updated_at as "signInUpdatedAt", a.provider_ended_at as "providerEndedAt"
  from users u left join accounts a on a.user_id = u.id and a.provider_id = 'credential' where u.id = $1`;

/** Without the code, which lets people into their circle. */
export const INVITE = `
  select i.created_at as "createdAt", i.expires_at as "expiresAt", i.uses, i.max_uses as "maxUses"
  from invites i where i.inviter = $1`;

/** Leaves out those who blocked the person or ended the connection, as after they have left. */
const GONE = `
  select b.owner from blocks b where b.other = $1
  union all select e.other from past_connections e where e.owner = $1 and not e.ended_by_owner`;

const withoutGone = (list: string) => `
  case when ${list} is not null then array(
    select l.uid from unnest(${list}) with ordinality l (uid, n)
    where l.uid not in (${GONE}) and exists (select from users where id = l.uid) order by l.n
  ) end`;

/** Copies of the other people's info as the person sees it (spec §3), with what the person set. */
export const CONNECTIONS = `
  select u.id as uid, ${NAME}, ${SHOWN_PHONE} as phonenumber, '' as email,
    ${SHOWN_MOOD} as mood, c.lastmessage as "lastMessage", c.connected_at as "connectedAt",
    c.mood_seen_at as "moodSeenAt", c.hides_mood as "hidesMood", c.muted_until::text as "mutedUntil"
  from connections c join users u on u.id = c.other
  where c.owner = $1 order by c.other`;

export const PAST_CONNECTIONS = `
  select p.other as uid, p.ended_at as "endedAt", p.hides_mood as "hidesMood",
    p.muted_until::text as "mutedUntil"
  from past_connections p where p.owner = $1 and p.other not in (${GONE}) order by p.other`;

export const BLOCKS = `
  select other as uid, created_at as "blockedAt"
  from blocks b where owner = $1 and ${IS_SHOWN_BLOCK} order by other`;

/** Without the answers, which screens do not tell either. */
export const REQUESTS = `
  select asked as uid, asked_at as "askedAt"
  from connection_requests where asker = $1 order by asked`;

export const REQUESTS_RECEIVED = `
  select asker as uid, asked_at as "askedAt", declined_at as "declinedAt"
  from connection_requests
  where asked = $1 and declined_at is distinct from '-infinity' and asker not in (select owner from blocks where other = $1)
  order by asker`;

/** Without the messages, which would show that a former friend still has an account. */
export const REPORTS = `
  select id, case when reported not in (${GONE}) then reported end as reported, reason,
    messages is not null as "withMessages", created_at as "createdAt", done_at as "doneAt"
  from reports where reporter = $1 order by id`;

/** `f`: people who are or were connected with the person and have not left. */
const FRIENDS = `(
    select other as uid from connections where owner = $1
    union all select other from past_connections where owner = $1 and other not in (${GONE})
  ) f`;

/** A sort by friends would read all conversations first. */
const ofConversations = (columns: string, from: string, where: string) => `
  select row.* from ${FRIENDS} cross join lateral (
    select ${columns}
    from messages m ${from}
    where ${isBetween('$1', 'f.uid')} and ${where}
    order by m.seq
  ) row`;

export const MESSAGES = ofConversations(
  `m.id, m.sender, m.receiver,
    case when m.deleted_at is null then m.content else $2 end as content, m.timestamp,
    ${shownRead('$1', 'f.uid')} as read, m.photos, m.reply_to as "replyTo", m.deleted_at as "deletedAt", (
      select coalesce(json_agg(json_build_object('uid', r.uid, 'emoji', r.emoji) order by r.uid), '[]')
      from message_reactions r where r.message = m.id
    ) as reactions`,
  '',
  `not ${isHidden('m.id', '$1')}`,
);

const PHOTO = `
  p.id, p.message, p.owner, p.type, p.width, p.height, p.blur, p.created_at as "createdAt", p.object,
  translate(encode(p.bytes, 'base64'), E'\\n', '') as data`;

export const PHOTOS = [
  `select ${PHOTO} from users u join photos p on p.id = u.photo where u.id = $1`,
  ofConversations(
    PHOTO,
    'join photos p on p.message = m.id and p.owner = m.sender',
    `not ${isHidden('m.id', '$1')} and m.photos @> jsonb_build_array(jsonb_build_object('id', p.id))`,
  ),
];

const TEXT = `
  t.id, t.kind, coalesce(t.cause_id, t.id) as "causeId", t.author, t.recipient, t.status, t.attempts,
  coalesce(nullif(t.phone_number, ''),
    case when recipient.id = $1 or recipient.shows_phone then recipient.phone_key end) as "phoneNumber", t.next_attempt_at as "nextAttemptAt",
  t.last_error as "lastError", t.provider_id as "providerId", t.created_at as "createdAt", t.settled_at as "settledAt",
  t.delivery, t.delivery_at as "deliveryAt", t.delivery_error as "deliveryError", ${WORDING}`;

/** Without texts that were held back by what one of the two has set. */
const IS_SHARED = 't.reason is null';

const textsOfMessages = (where: string) =>
  ofConversations(TEXT, `join texts t on t.id = m.id and ${IS_SHARED} ${WORDING_JOINS}`, where);

/**
 * By hand alone, and without what became of them: that would tell the other's quiet hours, settings and STOP. Without the
 * number, which goes when its person leaves: it would tell a block from that.
 */
export const TEXTS_SENT = [
  `select t.id, t.kind, t.author, t.created_at as "createdAt", ${WORDING}
  from texts t ${WORDING_JOINS} where t.cause = 'form' and t.author = $1 order by t.created_at, t.id`,
];

/** About calls for support that have left: before that either of the two may hold one back. */
export const TEXTS_RECEIVED = [
  `select ${TEXT}
  from ${FRIENDS} join mood_choices m on m.uid = f.uid join texts t
    on t.cause_id = m.id and t.recipient = $1 and ${IS_SHARED} and t.status not in ('queued', 'sending')
    ${WORDING_JOINS}`,
  `select ${TEXT}
  from (select $1::uuid as uid union all select f.uid from ${FRIENDS}) f join texts t
    on t.cause_id = f.uid and t.recipient = $1 and ${IS_SHARED} and t.status not in ('queued', 'sending')
    ${WORDING_JOINS}`,
  textsOfMessages('m.receiver = $1'),
];

/** Without the number of texts: it would tell who has muted the person between two choices. */
export const MOODS = `
  select id, mood, chosen_at as "chosenAt" from mood_choices
  where uid = $1 and undone_at is null order by chosen_at, id`;

export const PASSKEYS = `
  select id, name, device_type as "deviceType", backed_up as "isBackedUp", aaguid as model,
    created_at as "createdAt", last_used_at as "lastUsedAt"
  from passkeys where user_id = $1 order by id`;

export const DEVICES = `
  select id, id = $2 as "isThis", user_agent as browser, ip_address as address,
    created_at as "signedInAt", updated_at as "seenAt", expires_at as "expiresAt"
  from sessions where user_id = $1 order by id`;

export const PUSH_DEVICES = `
  select id as device, kind, service, endpoint, about, show_names as "showNames",
    show_words as "showWords", created_at as "createdAt", renewed_at as "renewedAt", reached_at as "reachedAt",
    unconfirmed_since as "unconfirmedSince"
  from push_devices where uid = $1 order by id`;

/** Without asks that were undone. */
export const ASKS = `
  select id, level, asked_at as "askedAt", called_at as "calledAt", worse_at as "worseAt", opens_at as "opensAt",
    eased_at as "easedAt", still_at as "stillAt", again_at as "againAt", helpers_wanted as "helpersWanted", help, note,
    ${withoutGone('chosen')} as chosen, ${withoutGone('thanks')} as thanks, closed_at as "closedAt", closed_how as "closedHow"
  from asks where uid = $1 and closed_how is distinct from 'undone' order by id`;

export const ASK_ANSWERS = `
  select n.id as ask, a.uid as friend, n.seen_at as "seenAt", n.answer, n.answered_at as "answeredAt",
    n.later_at as "laterAt", n.via, n.show_name as "showName", n.handed_over_at as "handedOverAt", n.reached_at as "reachedAt"
  from ask_recipients n join asks a on a.id = n.ask
  where n.friend = $1 and (n.seen_at is not null or n.answer is not null)
    and (n.withdrawn_at is not null or a.closed_how is distinct from 'undone') order by n.id`;
