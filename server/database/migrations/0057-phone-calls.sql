-- A device may also be the person's confirmed phone, which is called when a friend picks Dark (docs/decisions/0037-phone-calls.md).
alter table push_devices drop constraint push_devices_kind_check, add constraint push_devices_kind_check
  check (kind in ('browser', 'ntfy', 'email', 'call'));

-- A phone that is called gets texts anyway.
create or replace function is_reachable(d push_devices) returns boolean language sql stable as $$
  select d.kind in ('browser', 'ntfy') and is_current(d) and not is_silent(d)
    and (d.kind <> 'browser' or exists (select from sessions s where s.id = d.session_id and s.expires_at > now()))
$$;

-- A sign-out everywhere also ends an ntfy topic and phone calls: somebody else may have set the topic, or listen to it. One's own
-- new password keeps them, and a reset ends them by itself (server/features/identity/recovery/reset-password.ts).
create or replace function accounts_generation() returns trigger language plpgsql as $$
declare
  is_sign_out constant boolean := new.password is not distinct from old.password;
begin
  if not is_sign_out and current_setting('moodring.same_password', true) is distinct from 'on' then
    if new.generation <> old.generation then return null; end if;
    new.generation := gen_random_uuid();
  end if;
  if new.generation <> old.generation then
    delete from sessions where user_id = new.user_id;
    if is_sign_out then delete from push_devices where uid = new.user_id and kind in ('ntfy', 'call'); end if;
  end if;
  return new;
end $$;
