import { IS_ASKED } from '../friends-asks.ts';

/**
 * A lateral part of a statement with asks `a`: how the friends who are asked are reached. Each counts once, by the text of the
 * newest choice that was not held back; a text that was held back is none. So with `appOnly`, those who are left:
 * asked = handed + trying + lost + appOnly.
 */
export const ASK_REPORT = `
  select count(*)::int as asked,
    count(*) filter (where state = 'handed')::int as handed,
    count(*) filter (where state = 'handed' and delivery = 'delivered')::int as arrived,
    count(*) filter (where state = 'trying')::int as trying,
    coalesce(jsonb_agg(jsonb_build_object('uid', uid, 'firstname', firstname) order by firstname, uid)
      filter (where state = 'lost'), '[]') as lost,
    count(*) filter (where has_seen)::int as seen,
    coalesce(array_agg(uid) filter (where state = 'none'), '{}') as "withoutText"
  from (
    select f.id as uid, coalesce(nullif(f.firstname, ''), f.lastname) as firstname, t.delivery, n.seen_at is not null as has_seen,
      case
        when t.status = 'failed' or t.status = 'sent' and t.delivery = 'undelivered' then 'lost'
        when t.status = 'sent' then 'handed'
        when t.status in ('queued', 'sending') or w.uid is not null then 'trying'
        else 'none'
      end as state
    from connections c join users f on f.id = c.other
    left join (
      select distinct on (t.recipient) t.recipient, t.status, t.delivery
      from mood_choices m join texts t on t.id between mood_text_id(m.id, '0') and mood_text_id(m.id, 'f')
      where m.uid = a.uid and m.ask = a.id and m.chosen_at >= a.asked_at and m.undone_at is null and t.cause = 'mood'
      order by t.recipient, (t.status in ('cancelled', 'recorded')), m.chosen_at desc
    ) t on t.recipient = c.other
    left join (
      select distinct unnest(t.ids) as uid
      from mood_choices m join text_causes t on t.priority = 0 and t.choice = m.id
      where m.uid = a.uid and m.ask = a.id and m.chosen_at >= a.asked_at and m.undone_at is null
    ) w on w.uid = c.other
    left join ask_answers n on n.ask = a.id and n.friend = c.other
    where c.owner = a.uid and ${IS_ASKED}
  ) friend`;
