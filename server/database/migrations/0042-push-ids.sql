-- By which a push is claimed, as a text is.
alter table pushes add column id uuid not null default gen_random_uuid() unique;

-- A person's devices look again at what they show, or are to show, about an author and a cause: something was read or has ended. Locks
-- rows in the order in which they are made.
create function look_at_pushes_again(person uuid, of_author uuid, of_cause text, of_reason uuid default null) returns boolean
language sql as $$
  with changed as materialized (
    select p.id from push_devices d join pushes p on p.session_id = d.session_id
    where d.uid = person and p.author = of_author and p.cause = of_cause and (of_reason is null or p.reason = of_reason)
    order by p.session_id for update of p
  ), due as (
    update pushes p set version = p.version + 1, due_at = coalesce(p.due_at, now()) from changed where p.id = changed.id
    returning p.id
  )
  select exists (select from due)
$$;
