-- An imported password that is stored in our way is the same password (server/features/identity/passwords), so no session ends.
create or replace function accounts_generation() returns trigger language plpgsql as $$
begin
  if new.password is distinct from old.password and current_setting('moodring.same_password', true) is distinct from 'on' then
    if new.generation <> old.generation then return null; end if;
    new.generation := gen_random_uuid();
  end if;
  if new.generation <> old.generation then
    delete from sessions where user_id = new.user_id;
  end if;
  return new;
end $$;

-- The uid of an imported person (version 8) follows from the id that they had. It stays taken in a form that holds no uid, so
-- that a second import does not bring back who has left.
create function left_id(uid uuid) returns uuid language sql immutable parallel safe as $$ select md5(uid::text)::uuid $$;

create function users_leave_import() returns trigger language plpgsql as $$
begin
  insert into taken_ids values (left_id(old.id)) on conflict do nothing;
  return null;
end $$;
create trigger users_leave_import after delete on users
  for each row when (substr(old.id::text, 15, 1) = '8') execute function users_leave_import();
