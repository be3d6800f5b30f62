-- A device may also be an address of its person: an ntfy topic, or their email (docs/decisions/0036-ntfy-and-email.md).
alter table push_devices rename column session_id to id; -- of a browser its session's
alter table push_devices
  drop constraint push_devices_session_id_fkey,
  drop constraint push_devices_endpoint_key,
  alter p256dh drop not null,
  alter auth drop not null,
  alter id set default gen_random_uuid(),
  add session_id uuid unique references sessions on delete cascade,
  add kind text not null default 'browser' check (kind in ('browser', 'ntfy', 'email')),
  add reached_at timestamptz, -- when the browser last confirmed that it showed a notification; null for one that never does
  add unconfirmed_since timestamptz; -- of a browser that has confirmed before: a notification left then, and none was confirmed since; of a topic: it refused the last one
update push_devices set session_id = id;
alter table push_devices
  add foreign key (uid) references users on delete cascade,
  add check ((kind = 'browser') = (session_id is not null)),
  add check ((kind = 'browser') = (p256dh is not null and auth is not null));
create unique index push_devices_endpoint_key on push_devices (endpoint) where kind = 'browser';
create unique index push_addresses on push_devices (uid, kind) where kind <> 'browser';
alter table pushes rename column session_id to device;

-- A confirmed email takes calls for support that reach the person in no other way. Its address is read when the mail leaves.
create function add_email_device() returns trigger language plpgsql as $$
begin
  insert into push_devices (uid, kind, service, endpoint, about) values (new.id, 'email', 'email', '', 'support')
  on conflict do nothing;
  return null;
end $$;
create trigger users_email_device after insert or update of email_verified on users
  for each row when (new.email_verified) execute function add_email_device();
insert into push_devices (uid, kind, service, endpoint, about)
select id, 'email', 'email', '', 'support' from users where email_verified;

-- Some push services go on to take the pushes of devices that are gone.
create function is_current(d push_devices) returns boolean language sql stable as $$
  select d.kind <> 'browser' or d.renewed_at > now() - interval '60 days'
$$;

-- A browser that has confirmed notifications before, and none for a week; or a topic that refuses them.
create function is_silent(d push_devices) returns boolean language sql stable as $$
  select coalesce(d.unconfirmed_since < now() - interval '7 days', false)
$$;

-- A notification comes there, whatever its person wants to be notified of.
create function is_reachable(d push_devices) returns boolean language sql stable as $$
  select d.kind <> 'email' and is_current(d) and not is_silent(d)
    and (d.kind <> 'browser' or exists (select from sessions s where s.id = d.session_id and s.expires_at > now()))
$$;

create or replace function look_at_pushes_again(person uuid, of_author uuid, of_cause text, of_reason uuid default null) returns boolean
language sql as $$
  with changed as materialized (
    select p.id from push_devices d join pushes p on p.device = d.id
    where d.uid = person and p.author = of_author and p.cause = of_cause and (of_reason is null or p.reason = of_reason)
    order by p.device for update of p
  ), due as (
    update pushes p set version = p.version + 1, due_at = coalesce(p.due_at, now()) from changed where p.id = changed.id
    returning p.id
  )
  select exists (select from due)
$$;
