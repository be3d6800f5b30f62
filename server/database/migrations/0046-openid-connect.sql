-- A person may log in with the provider of the operator (docs/decisions/0032-openid-connect.md): a second row of theirs. The row
-- 'credential' is there all the same, without a password perhaps, and its generation alone is the credential version.
create function accounts_credential() returns trigger language plpgsql as $$
begin
  insert into accounts (id, user_id, account_id, provider_id)
  values (gen_random_uuid(), new.user_id, new.user_id::text, 'credential') on conflict do nothing;
  return null;
end $$;
create trigger accounts_credential after insert on accounts
  for each row when (new.provider_id <> 'credential') execute function accounts_credential();

drop trigger accounts_generation on accounts;
create trigger accounts_generation before update of password, generation on accounts
  for each row when (new.provider_id = 'credential') execute function accounts_generation();

create or replace function sessions_generation() returns trigger language plpgsql as $$
begin
  perform from accounts
    where user_id = new.user_id and generation = new.generation and provider_id = 'credential' for share;
  if not found then return null; end if;
  perform from users where id = new.user_id and suspended_at is not null;
  if found then return null; end if;
  return new;
end $$;

-- An email may get another owner at the provider. The new one must not join the account of the one before.
create unique index accounts_provider_once on accounts (user_id, provider_id) where provider_id <> 'credential';
