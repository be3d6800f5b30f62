import type pg from 'pg';
import type { PushCause } from '../payload.ts';

interface NewPush {
  device: string;
  uid: string;
  service: string;
  author: string;
  cause: PushCause;
  reason: string;
}

interface Parts {
  services: readonly string[];
  waitMs(push: Pick<NewPush, 'uid' | 'cause' | 'service'>): number;
}

/** Between two pushes to the same device with the same tag. */
export const SPACING = `interval '10 seconds'`;

/** Of emails and calls one an ask. Locks devices and authors: an account or a session that ends now waits, or is gone. */
const FIND = `
  with told as (select distinct * from unnest($1::uuid[], $2::text[]) as told (id, cause))
  select d.id as device, d.uid, d.service, r.author, r.cause, r.reason
  from (
    (
      select distinct on (m.uid, n.friend) m.uid as author, n.friend as uid, 'mood' as cause, m.id as reason
      from told join mood_choices m on m.id = told.id join ask_recipients n on n.ask = m.ask and n.withdrawn_at is null
      where m.undone_at is null and not m.texts_limited and (told.cause = 'mood' or told.cause = 'again' and n.answer is null)
      order by m.uid, n.friend, m.chosen_at desc
    ) union all (
      select distinct on (m.receiver, m.sender, told.cause) m.sender, m.receiver, told.cause, m.id
      from told join messages m on m.id = told.id
      where told.cause in ('message', 'connection') and not m.read
      order by m.receiver, m.sender, told.cause, m.seq desc
    ) union all (
      select asked.uid, asked.uid, 'answer', asked.id from told join asks asked on asked.id = told.id
      where told.cause = 'answer' and asked.closed_at is null
    ) union all (
      select told.id, told.id, told.cause, told.id from told where told.cause = 'check-in'
    ) union all (
      select c.uid, f.friend, told.cause, c.uid from told join check_ins c on c.uid = told.id
      join check_in_friends f on f.uid = c.uid and f.told_at = c.missed_at
      where told.cause = 'missed'
    )
  ) r
  join push_devices d on d.uid = r.uid
  join users a on a.id = r.author
  where d.service = any($3) and is_current(d)
    and (d.about = 'all' or d.about = 'support' and r.cause not in ('message', 'connection'))
    and (d.kind <> 'ntfy' or r.cause <> 'answer')
    and (d.kind <> 'call' or exists (select from mood_choices m where m.id = r.reason and m.mood = 'Dark'))
    and (d.kind not in ('email', 'call') or r.cause = 'mood' and not exists (
      select from pushes p join mood_choices sent on sent.id = p.reason
      where p.device = d.id and p.author = r.author and p.cause = 'mood' and p.shown_at >= p.reason_at and sent.ask = (select ask from mood_choices where id = r.reason)
    ))
  order by d.id, r.author, r.cause
  for key share of d, a`;

/** A push that waits keeps its time, so that a flood neither delays it nor ends its pauses. */
const STORE = `
  insert into pushes (device, author, cause, service, reason, due_at)
  select device, author, cause, service, reason, now() + wait * interval '1 millisecond'
  from jsonb_to_recordset($1::jsonb)
    as n (device uuid, author uuid, cause text, service text, reason uuid, wait float8)
  on conflict (device, author, cause) do update set
    service = excluded.service, reason = excluded.reason, reason_at = excluded.reason_at,
    attempts = case when pushes.due_at is null then 0 else pushes.attempts end,
    version = pushes.version + 1,
    due_at = coalesce(pushes.due_at, greatest(excluded.due_at, pushes.shown_at + ${SPACING}))
  returning 1000 * extract(epoch from due_at - now())::float8 as wait`;

export interface PushReason {
  cause: PushCause | 'again';
  choice: string | null;
  ids: string[] | null;
}

/** A newer reason of an author and cause replaces an older one. @returns in how many milliseconds each is due */
export async function makePushes(db: pg.ClientBase, reasons: readonly PushReason[], parts: Parts): Promise<number[]> {
  const told = reasons.flatMap(({ cause, choice, ids }) => (ids ?? [choice]).map((id) => ({ cause, id })));
  const values = [told.map(({ id }) => id), told.map(({ cause }) => cause), parts.services];
  const { rows: pushes } = await db.query<NewPush>({ name: 'find-push-devices', text: FIND, values });
  if (pushes.length === 0) return [];
  const waiting = JSON.stringify(pushes.map((push) => ({ ...push, wait: parts.waitMs(push) })));
  const { rows } = await db.query<{ wait: number }>({ name: 'store-pushes', text: STORE, values: [waiting] });
  return rows.map(({ wait }) => wait);
}
