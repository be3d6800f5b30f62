import type { Job } from '#server/background/jobs.ts';
import type { Context } from '#server/context.ts';
import { isTextable, STATE, stateAt } from '#server/features/texts/index.ts';
import { publishCheckIn } from './answer-check-in.ts';

const EVERY_MS = 5_000;

/** A step that comes later than this was kept from its time: the server was down, or the database. */
const LATE = `interval '1 minute'`;
/** A round that comes later than this after its end is left out. */
const TOO_LATE = `interval '12 hours'`;

/**
 * The next step of rounds that are due: reminders at its beginning, an hour and ten minutes before its end; then friends are
 * told. After a late step the person has an hour again: an outage is no alarm. The first reminder is no text, and later ones
 * go to proven numbers only: anybody can type in a number. While no friend has agreed, nobody is texted, and it goes on.
 * Friends who leave at this moment are left out, and no step waits for them.
 */
const STEP = `
  with due as materialized (
    select uid, ends_at is not null as has_begun, is_late, case
        when ends_at is null and ends < now() - ${TOO_LATE} then '-infinity'
        when is_late then greatest(ends, now() + interval '1 hour')
        else ends
      end as ends
    from (
      select c.uid, c.ends_at, c.due_at < now() - ${LATE} as is_late, check_in_ends(c) as ends
      from check_ins c join users u on u.id = c.uid where c.due_at <= now() and u.suspended_at is null
      order by c.due_at limit 20 for update of c skip locked for key share of u skip locked
    ) c
  ), looking as materialized (
    select f.uid, f.friend from due join check_in_friends f on f.uid = due.uid and f.agreed_at is not null
    join users u on u.id = f.friend where u.suspended_at is null for key share of u skip locked
  ), told as (
    update check_in_friends f set told_at = now() from due join looking on looking.uid = due.uid
    where f.uid = looking.uid and f.friend = looking.friend and f.agreed_at is not null and due.ends <= now() and due.ends > '-infinity'
    returning f.uid, f.friend
  ), stepped as (
    update check_ins c set
      ends_at = case when due.ends > now() then due.ends end,
      missed_at = case when told.friends is null then c.missed_at else now() end,
      due_at = case
        when told.friends is not null then null
        when due.ends <= now() then next_check_in(c, now())
        else (
          select min(at) from unnest(array[due.ends - interval '1 hour', due.ends - interval '10 minutes', due.ends]) at
          where at > now()
        )
      end
    from due left join (select uid, array_agg(friend) as friends from told group by uid) told on told.uid = due.uid
    where c.uid = due.uid returning c.uid, told.friends
  ), texted as (
    insert into texts (kind, cause, cause_id, author, recipient, ${STATE})
    select 'general', case when u.id = text.uid then 'check-in' else 'missed' end, text.uid, text.uid, u.id, ${stateAt('$1')}
    from (
      select uid, uid as recipient from due
      where (has_begun or is_late) and ends > now() and uid in (select uid from looking)
      union all select uid, friend from told
    ) text join users u on u.id = text.recipient
    where ${isTextable('u', '($2 or u.id = text.uid)')} for key share of u
  ), caused as (
    insert into causes (priority, cause, ids)
    select 1, 'check-in', array_agg(uid) from stepped having count(*) > 0
    union all select 1, 'missed', array_agg(uid) from stepped where friends is not null having count(*) > 0
  )
  select uid, coalesce(friends, '{}') as friends from stepped`;

interface Stepped {
  uid: string;
  friends: string[];
}

/** @returns whether there may be more */
export async function stepCheckIns(context: Context): Promise<boolean> {
  const { status, needsProof } = context.outbox.newTexts('general');
  const { rows } = await context.pool.query<Stepped>({
    ...{ name: 'step-check-ins', text: STEP, values: [status, needsProof] },
  });
  for (const { uid, friends } of rows) publishCheckIn(context, uid, friends);
  return rows.length > 0;
}

export function checkInJobs(context: Context): Job[] {
  return [
    {
      ...{ name: 'check-ins', everyMs: EVERY_MS },
      async run(signal) {
        while (!signal.aborted && (await stepCheckIns(context)));
      },
    },
  ];
}
