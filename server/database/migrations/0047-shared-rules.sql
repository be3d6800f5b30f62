-- Rules that several statements share. PostgreSQL inlines those of one expression.

-- When an ask ends by itself: two hours after the mood asks for no support any more, or three days after the last word of it.
create function overdue_at(a asks) returns timestamptz language sql stable as $$
  select least(a.eased_at + interval '2 hours', greatest(a.called_at, a.still_at) + interval '72 hours')
$$;

create function is_closed(a asks) returns boolean language sql stable as $$
  select a.closed_at is not null or overdue_at(a) <= now()
$$;

-- The owner has muted the other one's calls for support. It changes no row of ask_recipients, so that no count tells of it.
create function is_muted(c connections) returns boolean language sql stable as $$
  select coalesce(c.muted_until > now(), false)
$$;

-- A call that has waited for a quarter of an hour is not told any more when its author is well again.
create function is_stale_call(author users, since timestamptz) returns boolean language sql stable as $$
  select author.mood in ('Green', 'Yellow') and since < now() - interval '15 minutes'
$$;

-- It is a person's quiet hours at that time. In a zone that PostgreSQL does not know nothing is quiet.
create function is_quiet(person users, at timestamptz) returns boolean language plpgsql stable as $$
declare
  minute integer;
begin
  if person.quiet_from is null then return false; end if;
  begin
    minute := extract(hour from at at time zone person.quiet_zone) * 60 + extract(minute from at at time zone person.quiet_zone);
  exception when invalid_parameter_value then
    return false;
  end;
  if person.quiet_from <= person.quiet_to then
    return person.quiet_from <= minute and minute < person.quiet_to;
  end if;
  return person.quiet_from <= minute or minute < person.quiet_to;
end $$;

-- The open asks that wait for a person's answer.
create function waiting_asks(person uuid) returns integer language sql stable as $$
  select count(*)::integer
  from connections c
  join asks a on a.uid = c.other and a.closed_at is null and a.opens_at <= now() and not is_closed(a)
  join users u on u.id = a.uid and u.mood in ('Purple', 'Dark')
  join ask_recipients n on n.ask = a.id and n.friend = person
  where c.owner = person and not is_muted(c)
    and n.withdrawn_at is null and (n.answered_at is null or n.answered_at < a.worse_at)
$$;

-- A person's unread messages, for a badge: it shows no more than 999.
create function unread_messages(person uuid) returns integer language sql stable as $$
  select count(*)::integer from (
    select from messages m where m.receiver = person and not m.read
      and exists (select from connections k where k.owner = person and k.other = m.sender) limit 999
  ) unread
$$;
