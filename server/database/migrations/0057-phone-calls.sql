-- A device may also be the person's confirmed phone, which is called when a friend picks Dark (docs/decisions/0037-phone-calls.md).
alter table push_devices drop constraint push_devices_kind_check, add constraint push_devices_kind_check
  check (kind in ('browser', 'ntfy', 'email', 'call'));

-- A phone that is called gets texts anyway.
create or replace function is_reachable(d push_devices) returns boolean language sql stable as $$
  select d.kind in ('browser', 'ntfy') and is_current(d) and not is_silent(d)
    and (d.kind <> 'browser' or exists (select from sessions s where s.id = d.session_id and s.expires_at > now()))
$$;
