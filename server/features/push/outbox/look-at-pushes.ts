import type pg from 'pg';
import { payerOf } from '#server/features/identity/index.ts';
import { isTextable, type Outbox } from '#server/features/texts/index.ts';
import type { DeviceKind } from '../devices/devices.ts';
import { canBeCalled } from '../devices/phone-calls.ts';
import type { Notice } from '../payload.ts';
import { SPACING } from './make-pushes.ts';

export interface LookedPush extends Notice {
  id: string;
  device: string;
  kind: DeviceKind;
  /** What an email goes to. */
  email: string;
  /** The number to call. */
  phone: string | null;
  service: string;
  version: number;
  attempts: number;
  ageMs: number;
  isShown: boolean;
  /** The person has been notified of the newest reason. */
  hasNoNews: boolean;
  pauseMs: number;
  /** `show` it; it was `seen` elsewhere; or the device, the friend or the choice for it is gone. */
  now: 'show' | 'seen' | 'over';
  uid: string;
  endpoint: string;
  /** Of browsers alone, as `auth`. */
  p256dh: string;
  auth: string;
  /** `payerOf` its author. */
  payer: string;
  isSettled: boolean;
  /** Of a day. The first Dark is one, too. */
  isFirstCall: boolean;
}

/** Who will reach out to the person. Those who will later are only named while nobody will at once. */
const ANSWERS = `
  select count(*) filter (where n.answer = 'yes')::integer as yes, count(*)::integer as all,
    max(n.answered_at) as newest, asked.answers_seen_at as seen_at,
    (array_agg(f.firstname order by (n.answer <> 'yes'), n.answered_at desc))[1] as firstname
  from asks asked
  join ask_recipients n on n.ask = asked.id and n.withdrawn_at is null and n.answer in ('yes', 'later') and n.handed_over_at is null
  join users f on f.id = n.friend
  where asked.id = p.reason and asked.uid = d.uid and asked.closed_at is null
  group by asked.id`;

/** Calls for support reach person `r` by email only: services of other devices may be away. Who wants no texts wants no email. */
const NEEDS_EMAIL = `(
  r.email_verified and r.texts_about <> 'none' and not ($2 and ${isTextable('r', '$3')}) and not exists (
    select from push_devices notified where notified.uid = r.id and is_reachable(notified) and notified.about <> 'none'
      and not exists (
        select from pushes failing
        where failing.device = notified.id and failing.author = p.author and failing.cause = 'mood' and failing.attempts > 0
      )
  ))`;

/** A phone rings only while the asker needs more helpers. Also after Green: who takes the asker's phone must not stop it. */
const MAY_RING = `(
  call.mood = 'Dark' and ${canBeCalled('r')} and asked.helpers_wanted > (
    select count(*) from ask_recipients n
    where n.ask = asked.id and n.withdrawn_at is null and n.answer = 'yes' and n.handed_over_at is null
  ))`;

/** Undone ones count: they may have rung. */
const IS_FIRST_CALL = `
  d.kind <> 'browser' and call.id is not null and not exists (
    select from mood_choices m
    where m.uid = call.uid and m.mood in ('Dark', call.mood)
      and m.chosen_at < call.chosen_at and m.chosen_at > call.chosen_at - interval '1 day'
  )`;

/**
 * Who has answered a call needs no push. Who has only seen it gets another one when the person asks once more. In quiet
 * hours a push makes no sound, except a Dark and an answer to one's own call.
 */
const LOOK = `
  select p.id, p.device, d.kind, r.email, r.phone_key as phone, p.author, p.cause, p.service, p.version, p.attempts,
    1000 * extract(epoch from now() - p.reason_at)::float8 as "ageMs",
    p.shown_at is not null as "isShown", coalesce(p.shown_at >= p.reason_at, false) as "hasNoNews",
    coalesce(greatest(0, 1000 * extract(epoch from p.shown_at + ${SPACING} - now())), 0)::float8 as "pauseMs",
    case
      when s.expires_at <= now() or d.kind = 'email' and not coalesce(p.shown_at >= p.reason_at, false) and not ${NEEDS_EMAIL} then 'over'
      when d.kind = 'call' and not coalesce(p.shown_at >= p.reason_at, false) and not ${MAY_RING} then 'over'
      when p.cause = 'answer' then case
        when d.about = 'none' then 'over'
        when answers.newest is null or answers.seen_at >= answers.newest then 'seen'
        else 'show'
      end
      when p.cause = 'check-in' then case when planned.ends_at is null then 'seen' when d.about = 'none' then 'over' else 'show' end
      when p.cause = 'missed' then case
        when c.owner is null or d.about = 'none' then 'over'
        when looks.agreed_at is null and (p.shown_at is null or is_missed(planned)) then 'over'
        when is_missed(planned) or p.shown_at is not null then 'show'
        else 'over'
      end
      when call.undone_at is not null then 'seen'
      when p.cause = 'mood' and (mine.id is null or is_muted(c)) then 'over'
      when c.owner is null or coalesce(m.id, call.id) is null
        or d.about = 'none' or d.about = 'support' and p.cause <> 'mood' then 'over'
      when m.read or mine.answered_at >= call.chosen_at then 'seen'
      when c.mood_seen_at >= call.chosen_at and (asked.again_at is null or p.reason_at < asked.again_at) then 'seen'
      when call.id is not null and is_stale_call(a, p.reason_at) then 'over'
      else 'show'
    end as now,
    d.uid, d.endpoint, d.p256dh, d.auth, coalesce(answers.firstname, a.firstname) as firstname, left(m.content, 400) as words, r.language,
    mine.id as ask, coalesce(nullif(answers.yes, 0), answers.all, 0) as helpers, coalesce(answers.yes = 0, false) as "isLater", call.mood,
    p.cause = 'missed' and not is_missed(planned) as "hasCheckedIn", d.show_names as "showNames", d.show_words as "showWords",
    p.cause not in ('answer', 'check-in', 'missed') and call.mood is distinct from 'Dark' and is_quiet(r, now()) as "isSilent",
    ${payerOf('a')} as payer, a.created_at < now() - interval '7 days' as "isSettled", ${IS_FIRST_CALL} as "isFirstCall",
    unread_messages(d.uid) as unread, waiting_asks(d.uid) as "waitingAsks"
  from unnest($1::uuid[]) as claimed (id) join pushes p on p.id = claimed.id
  join push_devices d on d.id = p.device
  join users a on a.id = p.author
  join users r on r.id = d.uid
  left join sessions s on s.id = d.session_id
  left join connections c on c.owner = d.uid and c.other = p.author
  left join messages m on p.cause in ('message', 'connection') and m.id = p.reason
  left join check_ins planned on p.cause in ('check-in', 'missed') and planned.uid = p.author
  left join check_in_friends looks on p.cause = 'missed' and looks.uid = p.author and looks.friend = d.uid
  left join mood_choices call on p.cause = 'mood' and call.id = p.reason
  left join asks asked on asked.id = call.ask
  left join ask_recipients mine on mine.ask = call.ask and mine.friend = d.uid and mine.withdrawn_at is null
  left join lateral (${ANSWERS}) answers on p.cause = 'answer'
  order by p.cause <> 'mood', p.reason_at`;

export async function lookAtPushes(
  pool: pg.Pool,
  ids: readonly string[],
  { canSend, needsProof }: Pick<Outbox, 'canSend' | 'needsProof'>,
): Promise<LookedPush[]> {
  const values = [ids, canSend, needsProof];
  return (await pool.query<LookedPush>({ name: 'look-at-pushes', text: LOOK, values })).rows;
}
