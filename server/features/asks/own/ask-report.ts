import { isTextable } from '#server/features/texts/index.ts';

/**
 * SQL: joins `report` to asks `a` and `waiting`, the choice of which friends are still to be told. Each friend counts
 * once, so asked = handed + trying + lost + appOnly. Until texts are due, phones count: friends' decisions would show
 * otherwise. Of hundreds of choices the last fifty count. $2: whether texts are sent; $3: whether only to proven phones;
 * $4: whether emails are sent.
 */
export const ASK_REPORT = `
  cross join lateral (select counts.*, asked - handed - trying - jsonb_array_length(lost) as "appOnly", (
    select count(*)::int from ask_recipients n join users f on f.id = n.friend
    where n.ask = a.id and n.withdrawn_at is null
      and (exists (select from push_devices d where d.uid = f.id and is_reachable(d))
        or $4 and f.email_verified and not ($2 and ${isTextable('f', '$3')}))
  ) as notifiable from (
    select count(*)::int as asked,
      count(*) filter (where state = 'handed')::int as handed,
      count(*) filter (where state = 'handed' and delivery = 'delivered')::int as arrived,
      count(*) filter (where state = 'trying')::int
        + count(distinct phone) filter (where state = 'none' and waiting.has_texts and not "isReached")::int as trying,
      coalesce(jsonb_agg(jsonb_build_object('uid', uid, 'firstname', firstname) order by firstname, uid)
        filter (where state = 'lost'), '[]') as lost,
      count(*) filter (where has_seen)::int as seen
    from (
      select *, bool_or(state <> 'none') over (partition by phone) as "isReached" from (
        select f.id as uid, coalesce(nullif(f.firstname, ''), f.lastname) as firstname, t.delivery, friend.has_seen,
          case when $2 and ${isTextable('f', '$3')} then f.phone_key end as phone,
          case
            when t.status = 'failed' or t.status = 'sent' and t.delivery = 'undelivered' then 'lost'
            when t.status = 'sent' then 'handed'
            when t.status in ('queued', 'sending') then 'trying'
            else 'none'
          end as state
        from (
          select uid, bool_or(has_seen) as has_seen from (
            select n.friend as uid, n.seen_at is not null as has_seen from ask_recipients n
            where n.ask = a.id and n.withdrawn_at is null
            union all
            select c.friend, false from asked_friends(a.uid, a.chosen) c where waiting.id is not null
          ) asked group by uid
        ) friend
        join users f on f.id = friend.uid
        left join (
          select distinct on (t.recipient) t.recipient, t.status, t.delivery
          from (
            select id, chosen_at from mood_choices
            where uid = a.uid and ask = a.id and chosen_at >= a.asked_at and undone_at is null and not texts_limited
            order by chosen_at desc limit 50
          ) m join texts t on t.cause_id = m.id and t.cause = 'mood'
          order by t.recipient, (t.status in ('cancelled', 'recorded')), m.chosen_at desc
        ) t on t.recipient = friend.uid
      ) friend
    ) friend
  ) counts) report`;
