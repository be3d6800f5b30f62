-- Fewer settings. Where two become one, a person keeps the more private or more careful of their two values.

-- Who hid the name or the number from the search is not found by either.
alter table users add found_in_search boolean not null default true;
create or replace function users_search_keys() returns trigger language plpgsql as $$
begin
  delete from search_keys where uid = new.id;
  insert into search_keys (key, begins, uid)
  select k.key, k.begins, new.id
  from search_keys_of(new.firstname, new.lastname, new.phonenumber, new.phone_key) k where new.found_in_search;
  return null;
end $$;
drop trigger users_search_keys on users;
create trigger users_search_keys
  after insert or update of firstname, lastname, phonenumber, phone_key, found_in_search on users
  for each row execute function users_search_keys();
update users set found_in_search = false where not (found_by_name and found_by_phone);

-- Who hid typing or read marks hides both. `shows_read` is about both now.
update users set shows_read = false where shows_read and not shows_typing;

-- Who wanted no texts about hard times gets none at all. Who wanted fewer texts about messages gets none about messages. Who
-- wanted one text for each hard time gets one for each call: none would keep a call from them.
alter table users add texts_about text not null default 'all' check (texts_about in ('all', 'support', 'none'));
update users set texts_about = case when support_texts = 'none' then 'none' else 'support' end
where support_texts = 'none' or not chat_texts or chat_texts_once;

-- The same for the notifications of a device. Answers to one's own call come with calls.
alter table push_devices add about text not null default 'all' check (about in ('all', 'support', 'none'));
update push_devices set about = case when support then 'support' else 'none' end
where not (support and messages and connections);

-- Gone: looks are always counted, friends never see the email, Dark always passes quiet hours, the installation says how long a
-- call can be undone, and nobody is texted once more by itself.
drop index asks_again;
alter table users
  drop found_by_name, drop found_by_phone, drop shows_typing, drop support_texts, drop chat_texts, drop chat_texts_once,
  drop shows_seen, drop shows_email, drop quiet_dark_passes, drop hold_seconds, drop again_itself;
alter table push_devices drop support, drop messages, drop connections, drop answers;

-- Not read any more.
alter table mood_choices drop reached;
alter table asks drop unshown;
