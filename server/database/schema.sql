-- The schema of Moodring 1.0: the first migration (server/database/migrate.ts). Later migrations change it, so this file
-- stays as it is. Ids are UUIDs. `uid` is always a person's id; it is a foreign key only where the cost is small.


-- People ----------------------------------------------------------------------------------------------------------------

-- A person with their settings. better-auth writes this table too.
create table users (
  id uuid primary key, -- the uid of the specification
  name text not null, -- the display name, 'first last'; the trigger users_display_name sets it
  firstname text not null,
  lastname text not null,
  initials text not null generated always as (left(firstname, 1) || left(lastname, 1)) stored,
  email text not null unique,
  email_verified boolean not null default false, -- of better-auth; Moodring does not use it
  image text, -- of better-auth; Moodring does not use it
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  suspended_at timestamptz, -- null for an ordinary account

  -- The phone, read by `readNumber` when it is saved.
  phonenumber text not null default '', -- as typed
  phone_e164 text, -- null when `phonenumber` is no number
  phone_key text, -- the phone that rings and gets texts; null without digits in `phonenumber`
  phone_dialled text, -- the key under which limits count the number, when it is not `phone_key`
  phone_restriction text check (phone_restriction in ('incomplete', 'premium', 'satellite')), -- why it gets no texts
  phone_proven_at timestamptz, -- when a code by text proved that the person has the phone

  -- The mood, copied from the newest choice.
  mood text not null default 'Green' check (mood in ('Green', 'Yellow', 'Purple', 'Dark')),
  mood_chosen_at timestamptz not null default now(),
  -- The last Green or Yellow: shown to friends from whom calls for support are hidden.
  calm_mood text not null default 'Green' check (calm_mood in ('Green', 'Yellow')),
  calm_chosen_at timestamptz not null default now(),

  -- Asking for support.
  hold_seconds smallint check (hold_seconds between 0 and 120), -- time to undo a call for support; null for the installation's
  asks_these uuid[], -- the friends who are asked; null for all; all too when none of them is left
  again_itself boolean not null default false, -- ask friends once more after ten minutes without an answer

  -- Which texts the person gets.
  support_texts text not null default 'every' check (support_texts in ('every', 'calm', 'none')), -- 'calm': one for each ask
  chat_texts boolean not null default true,
  chat_texts_once boolean not null default false, -- none after the first one until the person looks
  quiet_from smallint check (quiet_from between 0 and 1439), -- minutes of the day in `quiet_zone`
  quiet_to smallint check (quiet_to between 0 and 1439),
  quiet_zone text, -- of IANA
  quiet_dark_passes boolean not null default true, -- texts about Dark come in quiet hours too
  constraint users_quiet_hours check (
    (quiet_from is null) = (quiet_to is null) and (quiet_from is null) = (quiet_zone is null)
  ),

  -- What others see.
  found_by_name boolean not null default true,
  found_by_phone boolean not null default true,
  shows_phone boolean not null default true,
  shows_email boolean not null default true,
  shows_seen boolean not null default true, -- friends' asks count that this person has seen them
  shows_typing boolean not null default true, -- off hides friends' typing from this person too
  shows_read boolean not null default true, -- off hides friends' read marks from this person too
  asks_first boolean not null default false, -- others become friends only when this person accepts

  -- The sign-up.
  sign_up_network text, -- the limit key of the network that the account was made from; null after a week
  invite_code text, -- the invitation that the account was made with (SIGN_UP=invite)
  first_steps boolean not null default true -- show the card of first steps
);

-- An incoming text names a phone. Moods change this table often, but not this column, so its index costs them nothing.
create index users_by_phone_key on users (phone_key) where phone_key is not null;
-- New accounts of one network share limits (docs/decisions/0012-limits.md).
create index users_new on users (created_at) where sign_up_network is not null;

-- The email replaces a name that is empty. A trigger and not a generated column, because better-auth writes `name`.
create function users_display_name() returns trigger language plpgsql as $$
begin
  new.name := coalesce(nullif(btrim(new.firstname || ' ' || new.lastname), ''), new.email);
  return new;
end $$;
create trigger users_display_name before insert or update of name, firstname, lastname, email on users
  for each row execute function users_display_name();

-- A proof is about one phone, so a new phone is unproven.
create function users_phone_proof() returns trigger language plpgsql as $$
begin
  new.phone_proven_at := null;
  return new;
end $$;
create trigger users_phone_proof before update of phone_key on users
  for each row when (new.phone_key is distinct from old.phone_key) execute function users_phone_proof();


-- The search for people (docs/decisions/0007-search.md) -----------------------------------------------------------------

-- Not used since search_keys. It stays because other programs may use it.
create extension if not exists pg_trgm;

-- The end of a person's name or number, from each of its characters on: a search for any part is one range of an index.
create table search_keys (
  uid uuid not null references users on delete cascade,
  begins boolean not null, -- the key begins with a first or last name
  key text collate "C" not null
);

-- Five growing parts of all people. Reading part after part finds the first matches by uid. The rest of a key must not decide
-- which people are shown: that would reveal a number's digits.
create function search_part(uid uuid) returns smallint language sql immutable parallel safe as $$
  select case
    when uid < '00100000-0000-0000-0000-000000000000' then 0
    when uid < '00800000-0000-0000-0000-000000000000' then 1
    when uid < '04000000-0000-0000-0000-000000000000' then 2
    when uid < '20000000-0000-0000-0000-000000000000' then 3
    else 4
  end::smallint
$$;
create index search_keys_parts on search_keys (search_part(uid), key, uid);
create index search_keys_beginnings on search_keys (key, uid) where begins;
create index search_keys_uid on search_keys (uid);

-- The digits of a number, as `normalizeDigits` reads them: NFKC, and Arabic and Persian ones.
create function phone_digits(phonenumber text) returns text language sql immutable parallel safe as $$
  select regexp_replace(
    translate(normalize($1, nfkc), '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789'), '[^0-9]+', '', 'g')
$$;

-- 0 in place of the calling code, for the countries where 0 is dialled before a number. No code begins another one.
create function phone_with_trunk_0(phone_e164 text) returns text language sql immutable parallel safe as $$
  select regexp_replace($1, '^\+(2[07]|3[123]|4[013469]|5[134578]|6[012346]|8[1246]|9[0-58]|21[238]|23[1-4]|24[39]'
    '|25[012456]|26[0-5]|291|35[3589]|37[0347]|38[0-35-79]|42[13]|508|59[013-68]|686|85[056]|88[06]|96[1-467]'
    '|97[01267]|99[4-6])', '0')
$$;

-- A person's keys. A name is followed by a line break and the other name, so 'Grace Hopper' has the keys of 'grace⏎hopper'
-- and 'hopper⏎grace'. A number has keys as typed, as digits, in E.164 and with a trunk 0. A key that begins another key is
-- left out, because a search that finds it finds the other. One expression without a loop, so that PostgreSQL inlines it.
create function search_keys_of(firstname text, lastname text, phonenumber text, phone_e164 text)
returns table (key text, begins boolean) language sql immutable parallel safe as $$
  select k.key, k.begins
  from (
    select s.key, bool_or(s.begins) as begins, lead(s.key) over (order by s.key) as next
    from (
      select substr(f.value, n, 32) collate "C" as key, f.is_name and n = 1 as begins
      from (values
          (lower($1) || case when $2 = '' then '' else E'\n' || lower($2) end, true,
            greatest(length(lower($1)) - 2, ($1 <> '' and $2 <> '')::integer)),
          (lower($2) || case when $1 = '' then '' else E'\n' || lower($1) end, true,
            greatest(length(lower($2)) - 2, ($1 <> '' and $2 <> '')::integer)),
          (lower($3), false, length(lower($3)) - 2),
          (phone_digits($3), false, length(phone_digits($3)) - 2),
          ($4, false, length($4) - 2),
          (phone_with_trunk_0($4), false, sign(length($4) - 2)::integer)
        ) f (value, is_name, last),
        generate_series(1, f.last) n
    ) s
    group by s.key
  ) k
  where k.begins or k.next is null or not starts_with(k.next, k.key)
$$;

-- People who opted out have no keys, so neither the answer of a search nor its time reveals them.
create function users_search_keys() returns trigger language plpgsql as $$
begin
  delete from search_keys where uid = new.id;
  insert into search_keys (key, begins, uid)
  select k.key, k.begins, new.id
  from search_keys_of(
    case when new.found_by_name then new.firstname else '' end,
    case when new.found_by_name then new.lastname else '' end,
    case when new.found_by_phone then new.phonenumber else '' end,
    case when new.found_by_phone then new.phone_key end) k;
  return null;
end $$;
create trigger users_search_keys
  after insert or update of firstname, lastname, phonenumber, phone_key, found_by_name, found_by_phone on users
  for each row execute function users_search_keys();


-- The circle ------------------------------------------------------------------------------------------------------------

-- Two friends are two rows, one for each owner. Each message updates `lastmessage`: the free space keeps these updates off
-- the indexes.
create table connections (
  owner uuid not null references users on delete cascade,
  other uuid not null references users on delete cascade,
  connected_at timestamptz not null default now(),
  lastmessage timestamptz,
  mood_seen_at timestamptz, -- the other's newest call for support that a screen of the owner has shown

  -- What the owner decided about the other (docs/decisions/0025-consent.md).
  muted_until timestamptz, -- no cards and texts of the other's asks until then; 'infinity' for always
  hides_mood boolean not null default false, -- the owner hides calls for support from the other
  mood_hidden_since timestamptz, -- since when the other hides calls for support from the owner
  mood_shown_since timestamptz, -- when that last ended; the owner sees no older time of a mood
  primary key (owner, other),
  check (owner <> other)
) with (fillfactor = 80);

create index connections_other on connections (other);

-- Storing a message updates connections by `insert … on conflict` (server/features/chat/store/store-statement.ts). When one of
-- the two ends the connection at that moment, the insert would bring it back. Such rows have the time '-infinity', and the
-- error makes the statement store nothing.
create function refuse_ended_connection() returns trigger language plpgsql as $$
begin
  raise exception 'this connection has ended' using errcode = 'foreign_key_violation';
end $$;
create trigger connections_ended after insert on connections
  for each row when (new.connected_at = '-infinity') execute function refuse_ended_connection();

-- A connection that one of the two has ended. Its messages are kept, and come back when the two connect again.
create table past_connections (
  owner uuid not null references users on delete cascade,
  other uuid not null references users on delete cascade,
  ended_at timestamptz not null default now(),
  ended_by_owner boolean not null default false, -- the other's export does not list it, as if the account had left

  -- As in `connections`: when the two connect again, these decisions still hold.
  muted_until timestamptz,
  hides_mood boolean not null default false,
  mood_hidden_since timestamptz,
  mood_shown_since timestamptz,
  primary key (owner, other)
);

create index past_connections_by_other on past_connections (other);

-- The asker wants to be a friend of a person with `asks_first`.
create table connection_requests (
  asker uuid not null references users on delete cascade,
  asked uuid not null references users on delete cascade,
  asked_at timestamptz not null default now(),
  declined_at timestamptz, -- 'Not now'; the asker does not learn of it
  primary key (asker, asked)
);

create index connection_requests_by_asked on connection_requests (asked);

-- Neither of the two finds the other or connects with them.
create table blocks (
  owner uuid not null references users on delete cascade,
  other uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (owner, other)
);

create index blocks_by_other on blocks (other);

-- An invitation link (docs/decisions/0020-invites.md).
create table invites (
  code text primary key, -- 128 random bits, base64url
  inviter uuid unique references users on delete cascade, -- one link a person; null for the operator's links
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  uses integer not null default 0,
  max_uses integer not null,
  check (uses <= max_uses)
);

-- Counts the use in the transaction that makes the account. The row lock makes sign-ups wait for each other, so only one of
-- them gets the last use.
create function users_use_invite() returns trigger language plpgsql as $$
begin
  update invites set uses = uses + 1
  where code = new.invite_code and expires_at > now() and uses < max_uses;
  if not found then
    raise exception 'this invitation cannot be used' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger users_use_invite before insert on users
  for each row when (new.invite_code is not null) execute function users_use_invite();


-- Moods -----------------------------------------------------------------------------------------------------------------

-- The history: each time that a person chose a mood. It has no foreign key, because the cascade would remove many rows while
-- an account is deleted. A choice is inserted only with an update of the person's row.
create table mood_choices (
  id uuid primary key default gen_random_uuid(),
  uid uuid not null,
  mood text not null check (mood in ('Green', 'Yellow', 'Purple', 'Dark')),
  chosen_at timestamptz not null default now(),
  ask uuid, -- the ask that a call for support belongs to
  undone_at timestamptz, -- null for a choice that counts
  reached jsonb, -- the counts that the first call answered, for its repeats
  texts_limited boolean not null default false -- the limit held the texts back; for repeats too
);

-- With the id, pages of a history go on where the last one ended, also among choices with the same time.
create index mood_choices_by_person on mood_choices (uid, chosen_at, id);
create index mood_choices_undone on mood_choices (undone_at) where undone_at is not null;

-- The friends who see a choice. A function, because its own statement sees what was committed while the choice waited for the
-- person's row: a friend from whom the mood has just been hidden gets no event.
create function friends_who_see(person uuid, is_call boolean) returns text language plpgsql as $$
begin
  return (
    select string_agg(other::text, ',') from connections where owner = person and not (is_call and hides_mood)
  );
end $$;


-- Messages (docs/decisions/0004-live-path.md) ---------------------------------------------------------------------------

-- The order of messages: microseconds since 1970.
create function seq_at(moment timestamptz) returns bigint language sql immutable parallel safe as $$
  select (extract(epoch from moment) * 1000000)::bigint
$$;

-- A message of a chat. It has no foreign keys, which would cost two look-ups for each message: a message is inserted by joining
-- the sender's connection.
create table messages (
  id uuid primary key,
  seq bigint not null default seq_at(clock_timestamp()), -- smaller numbers, not times, in messages of early installations
  sender uuid not null,
  receiver uuid not null,
  content text not null,
  timestamp timestamptz not null default now(),
  read boolean not null default false,
  reply_to uuid, -- the message that it answers, which may have been deleted
  deleted_at timestamptz, -- deleted by its sender for both; its content is '' since
  photos jsonb -- as both people see them; null without photos
);

-- The 8 bytes by which a conversation is found, in place of the 32 of its people. Two conversations can have the same key, so
-- queries compare the people too.
create function conversation_key(one uuid, other uuid) returns bigint language sql immutable parallel safe as $$
  select uuid_hash_extended(least(one, other), 0) # uuid_hash_extended(greatest(one, other), 1)
$$;
create index messages_conversation on messages (conversation_key(sender, receiver), seq);
create index messages_unread on messages (receiver, sender) where not read;

-- A person's reaction to a message. Like the next table it is inserted by joining the message, and removed with it.
create table message_reactions (
  message uuid not null,
  uid uuid not null,
  emoji text not null,
  primary key (message, uid)
);

-- A message that a person deleted for themselves. The other one of the two sees it as before.
create table hidden_messages (
  message uuid not null,
  uid uuid not null,
  primary key (message, uid)
);

-- The sender is not shown that the reader has read messages from this seq on: the reader hid read marks at that time. Older
-- marks stay, because their end would tell the sender that the reader hides them now.
create table hidden_reads (
  reader uuid not null references users on delete cascade,
  sender uuid not null references users on delete cascade,
  from_seq bigint not null,
  primary key (reader, sender)
);

create index hidden_reads_by_sender on hidden_reads (sender);

-- From which seq on the asker is not shown that the other has read their messages: 1 when the asker hides their own read marks,
-- null when nothing is hidden. Whether the other hides them now does not matter.
create function reads_hidden_from(asker uuid, other uuid) returns bigint language sql stable as $$
  select case
    when not (select u.shows_read from users u where u.id = asker) then 1
    else (select h.from_seq from hidden_reads h where h.reader = other and h.sender = asker)
  end
$$;

-- A photo (docs/decisions/0026-photos.md). It comes before its message and may stay without one, so it has no foreign keys.
create table photos (
  id uuid primary key,
  owner uuid not null, -- the sender
  message uuid not null,
  type text not null,
  width smallint not null,
  height smallint not null,
  blur text, -- a ThumbHash in base64url
  size integer not null, -- of the bytes
  bytes bytea, -- null when they are in S3
  object uuid, -- the object in S3
  created_at timestamptz not null default now(),
  check ((bytes is null) <> (object is null))
);

-- Not compressed, because photos are already: so a part of one is read without reading all of it.
alter table photos alter bytes set storage external;
create index photos_by_message on photos (message);
create index photos_by_owner on photos (owner);

-- An object in S3 that no photo has, or none has yet. It is removed when it is due.
create table unused_objects (
  object uuid primary key,
  due_at timestamptz not null
);

create function photos_leave_objects() returns trigger language plpgsql as $$
begin
  insert into unused_objects (object, due_at) select object, now() from old_photos where object is not null;
  return null;
end $$;
create trigger photos_leave_objects after delete on photos referencing old table as old_photos
  for each statement execute function photos_leave_objects();


-- Asks (docs/decisions/0024-asks.md) ------------------------------------------------------------------------------------

-- A hard time for which a person asks friends. Its state follows from its times.
create table asks (
  id uuid primary key default gen_random_uuid(),
  uid uuid not null references users on delete cascade,
  level text not null check (level in ('Purple', 'Dark')), -- of the newest choice
  asked_at timestamptz not null, -- of the first choice
  called_at timestamptz not null, -- of the newest choice
  worse_at timestamptz, -- when Purple became Dark
  opens_at timestamptz not null, -- before, friends see nothing of it and get no texts
  eased_at timestamptz, -- since when the mood asks for no support
  still_at timestamptz, -- the last 'still feeling this way'
  again_at timestamptz, -- when the person asked once more
  chosen uuid[], -- the friends who are asked; null for all
  help text check (help in ('call', 'message', 'company', 'know')), -- what would help; null after closing, as `note`
  note text check (char_length(note) <= 140),
  closed_at timestamptz,
  closed_how text check (closed_how in ('ok', 'quiet', 'undone', 'expired')),
  thanks uuid[], -- the friends who are thanked at closing; null when no friend is told
  answers_seen_at timestamptz, -- when a screen of the person last showed the answers
  version integer not null default 1, -- each change raises it; screens keep the highest
  unshown integer not null default 0, -- how many of these changes friends do not see: their version is without them
  check ((closed_at is null) = (closed_how is null))
) with (fillfactor = 80);

create unique index asks_not_closed on asks (uid) where closed_at is null;
create index asks_again on asks (opens_at) where closed_at is null and again_at is null;
create index asks_by_person on asks (uid, called_at);

-- A friend whom an ask asks, and their answer. Only `sync_recipients` adds rows.
create table ask_recipients (
  id uuid not null, -- the friend's id of the ask: the ask's own, or another one after the mood was hidden from the friend
  ask uuid not null references asks on delete cascade,
  friend uuid not null references users on delete cascade,
  asked_at timestamptz not null,
  withdrawn_at timestamptz, -- when the mood was hidden from the friend: then the ask ended for them
  seen_at timestamptz,
  answer text check (answer in ('yes', 'later', 'no')),
  answered_at timestamptz,
  later_at timestamptz, -- the time that 'later' means
  via text check (via in ('app', 'link', 'text')),
  show_name boolean not null default false, -- the others who are asked may see this friend's first name
  handed_over_at timestamptz,
  reached_at timestamptz, -- when the friend said that they reached the person; only the friend reads it
  told_at timestamptz, -- when the person was last notified of this answer
  primary key (friend, id)
) with (fillfactor = 80);

create index ask_recipients_by_ask on ask_recipients (ask, friend);

-- Those of a list who are friends and see the mood; null when none of them is left.
create function chosen_friends(person uuid, list uuid[]) returns uuid[] language sql stable as $$
  select array_agg(c.other order by c.other) from connections c
  where c.owner = person and c.other = any(list) and not c.hides_mood
$$;

-- The friends whom a call asks. When none of the list is left it asks all: a call for help stays open.
create function asked_friends(person uuid, list uuid[]) returns table (friend uuid, connected_at timestamptz)
language sql stable as $$
  select c.other, c.connected_at
  from connections c, (select chosen_friends(person, list) as friends offset 0) chosen
  where c.owner = person and not c.hides_mood and (chosen.friends is null or c.other = any(chosen.friends))
$$;

-- Asks the friends, once for each call that is due (docs/decisions/0029-telling-friends.md). A connection with a time in the
-- future is old: the clock was set back since. A friend who was asked before gets another id.
create function sync_recipients(ask_id uuid) returns void language plpgsql as $$
declare a asks;
begin
  select * into a from asks where id = ask_id for no key update;
  if not found or a.closed_how = 'undone' then return; end if;
  update asks set chosen = chosen_friends(a.uid, a.chosen) where id = a.id and a.chosen is not null;
  insert into ask_recipients (ask, friend, asked_at, id)
  select a.id, f.friend, clock_timestamp(), case
    when exists (select from ask_recipients r where r.ask = a.id and r.friend = f.friend) then gen_random_uuid() else a.id
  end
  from asked_friends(a.uid, a.chosen) f join users u on u.id = f.friend
  where (f.connected_at < greatest(a.opens_at, a.called_at) + interval '1 millisecond' or f.connected_at > now())
    and not exists (
      select from ask_recipients r where r.ask = a.id and r.friend = f.friend and r.withdrawn_at is null
    )
  for key share of u;
end $$;


-- Causes and texts (docs/decisions/0029-telling-friends.md) -------------------------------------------------------------

-- An event that people are told of. It goes when its texts and pushes are made. The primary key is the order of work.
create table causes (
  priority smallint not null, -- 0 for a call for support, 1 for others
  id bigint not null generated always as identity,
  cause text not null check (cause in ('mood', 'again', 'message', 'connection', 'answer')), -- 'again': asked once more
  choice uuid, -- the mood choice
  ids uuid[], -- the messages; of answers the ask
  created_at timestamptz not null default now(),
  opens_at timestamptz, -- not taken before; null for at once
  primary key (priority, id)
);

-- A text to a phone: the outbox, and afterwards the record of it. Its id prevents texting a person twice about one cause.
create table texts (
  id uuid primary key default gen_random_uuid(), -- of a message's text the message's
  recipient uuid, -- null for a number that was typed into the form
  author uuid, -- null for another program
  cause_id uuid, -- the mood choice; null for other causes
  created_at timestamptz not null default now(),
  next_attempt_at timestamptz default now(), -- queued: when to try; sending: when the claim expires; settled: null
  settled_at timestamptz,
  attempts integer not null default 0,
  counted boolean not null default false, -- the limits have counted it
  kind text not null check (kind in ('welcome', 'general')),
  cause text not null check (cause in ('mood', 'again', 'slip', 'closing', 'message', 'connection', 'form')),
  -- 'recorded': no gateway was set when it was made, so it is stored and not sent.
  status text not null check (status in ('queued', 'sending', 'sent', 'failed', 'cancelled', 'recorded')),
  phone_number text, -- as typed into the form, '' after its person has left; null for the recipient's number
  phone_key text, -- of a form or a call for support; null for others, or after the person of a typed number has left
  message text, -- as typed; null when the words follow from the cause and the names
  last_error text,
  reason text, -- why it was held back, where a rule depends on it
  payer text, -- of a text for support: whose money it costs
  turn integer not null default 0, -- payers take turns in this order
  provider_id text, -- the gateway's id for it

  -- What the gateway reported afterwards (docs/decisions/0019-receipts-and-stop.md). It moves forward only, in this order.
  delivery text check (delivery in ('sent', 'undelivered', 'delivered')),
  delivery_at timestamptz,
  delivery_error text
);

-- The worker's queue: texts for support come first.
create index texts_waiting on texts (kind, (cause not in ('mood', 'again')), turn, next_attempt_at)
  where status in ('queued', 'sending');
create index texts_of_payer on texts (payer, turn) where status in ('queued', 'sending') and payer is not null;
create index texts_by_choice on texts (cause_id) where cause_id is not null;
create index texts_by_author on texts (author, created_at) where cause = 'form';
create index texts_by_phone_key on texts (phone_key) where phone_key is not null;
-- Few texts are in these two, so other texts cost nothing more.
create index texts_given_up on texts (author, created_at) where status = 'failed';
create index texts_undelivered on texts (author, created_at) where delivery = 'undelivered';

-- The turn after which a payer's next text comes. A payer without waiting texts begins beside the text that is next.
create function last_turn(payer_key text) returns integer language sql stable as $$
  select greatest(0, (
    select turn - 1 from texts
    where kind = 'general' and (cause not in ('mood', 'again')) = false and status in ('queued', 'sending')
      and next_attempt_at <= now()
    order by turn limit 1
  ), (
    select turn from texts where payer = payer_key and status in ('queued', 'sending') order by turn desc limit 1
  ))
$$;

-- A phone from which STOP or START was texted lately (docs/decisions/0019-receipts-and-stop.md).
create table text_stops (
  phone text primary key, -- as `users.phone_key`
  stopped boolean not null, -- false remembers a START, so that an older STOP that arrives late does nothing
  said_at timestamptz not null,
  said_to text, -- the number that it was texted to, if that is known
  until timestamptz not null default 'infinity' -- a stop that is only the gateway's word ends by itself
);

-- A gateway's call, kept for a week so that a copy of it is refused.
create table taken_calls (
  signature text primary key,
  taken_at timestamptz not null default now()
);


-- Identity: passwords, sessions, recovery -------------------------------------------------------------------------------

-- How a person signs in: of better-auth. The password is a hash. The columns of tokens are for providers that Moodring does
-- not use.
create table accounts (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  generation uuid not null default gen_random_uuid(), -- the credential version: new with each password and sign-out everywhere
  unique (provider_id, account_id)
);

create index accounts_user on accounts (user_id);

-- A browser where a person is signed in: of better-auth.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  generation uuid not null -- the account's credential version that it belongs to
);

create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- A new credential version ends all sessions (docs/decisions/0013-generations.md). A password is changed by naming the version
-- for which the old one was checked; when that version has ended, nothing changes.
create function accounts_generation() returns trigger language plpgsql as $$
begin
  if new.password is distinct from old.password then
    if new.generation <> old.generation then return null; end if;
    new.generation := gen_random_uuid();
  end if;
  if new.generation <> old.generation then
    delete from sessions where user_id = new.user_id;
  end if;
  return new;
end $$;
create trigger accounts_generation before update of password, generation on accounts
  for each row execute function accounts_generation();

-- Refuses a session of an ended version, and of a suspended person. The lock makes the two wait for each other: a new version
-- removes the session, or is seen here.
create function sessions_generation() returns trigger language plpgsql as $$
begin
  perform from accounts where user_id = new.user_id and generation = new.generation for share;
  if not found then return null; end if;
  perform from users where id = new.user_id and suspended_at is not null;
  if found then return null; end if;
  return new;
end $$;
create trigger sessions_generation before insert on sessions
  for each row execute function sessions_generation();

-- A passkey (docs/decisions/0023-passkeys.md): of better-auth's plugin. A counter has 32 bits without a sign: too large for an
-- integer, and the plugin would read a bigint as text.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text not null default '',
  public_key text not null,
  credential_id text not null unique, -- the device's name of it
  counter double precision not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

create index passkeys_by_person on passkeys (user_id);

-- A challenge of a page where people sign in by passkey: of better-auth. Expired ones are removed in small steps.
create table verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index verifications_identifier on verifications (identifier);
create index verifications_expiry on verifications (expires_at);

-- A link by mail or from the operator that works once, for one credential version (docs/decisions/0021-recovery.md).
create table one_time_links (
  token_hash text primary key, -- keyed; the token is only in the link
  purpose text not null check (purpose in ('password', 'email')),
  uid uuid not null references users on delete cascade,
  generation uuid not null, -- the credential version
  email text, -- the address that it was sent to; null for one from the operator
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index one_time_links_by_person on one_time_links (uid);
create index one_time_links_expired on one_time_links (expires_at);

-- A code by text that works once. A request for an email without an account makes a row too, without a person, so that its code
-- is refused like any wrong one.
create table text_codes (
  id uuid primary key,
  purpose text not null check (purpose in ('password', 'proof')),
  uid uuid references users on delete cascade,
  generation uuid, -- the credential version
  phone text, -- as `users.phone_key`
  code_hash text not null, -- keyed
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index text_codes_by_person on text_codes (uid);
create index text_codes_expired on text_codes (expires_at);


-- Notifications by web push (docs/decisions/0017-push.md) ---------------------------------------------------------------

-- The server's key pair for push services (VAPID), in base64url. One row.
create table vapid_keys (
  id boolean primary key default true check (id),
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null default now()
);

-- A session whose browser has subscribed to notifications. It ends with the session.
create table push_devices (
  session_id uuid primary key references sessions on delete cascade,
  uid uuid not null,
  service text not null, -- the push service by its entry in the list of hosts, such as `*.push.apple.com`
  endpoint text not null unique, -- the address of the browser at its push service
  p256dh text not null, -- the browser's public key
  auth text not null, -- the browser's secret

  -- What the device shows.
  support boolean not null default true,
  messages boolean not null default true,
  connections boolean not null default true,
  answers boolean not null default true,
  show_names boolean not null default false,
  show_words boolean not null default false,
  created_at timestamptz not null default now(),
  renewed_at timestamptz not null default now()
);

create index push_devices_by_person on push_devices (uid);

-- A notification that a device shows, or has to show, about one author and one cause. A newer reason replaces an older one, as
-- it does on the screen.
create table pushes (
  session_id uuid not null references push_devices on delete cascade,
  author uuid not null references users on delete cascade, -- of answers the person who asked
  cause text not null check (cause in ('mood', 'message', 'connection', 'answer')),
  service text not null, -- the device's
  reason uuid not null, -- the newest mood choice or message; of answers the ask
  reason_at timestamptz not null default now(),
  due_at timestamptz, -- when to send, to send again or to close; during a claim: when it expires
  shown_at timestamptz, -- when the device was last notified
  attempts integer not null default 0, -- failed ones at the newest reason
  version integer not null default 0, -- changes with each newer reason, and when the reason was read elsewhere
  claims integer not null default 0, -- identifies the claim of the worker that sends it now
  primary key (session_id, author, cause)
) with (fillfactor = 80);

create index pushes_due on pushes (service, (cause <> 'mood'), due_at) where due_at is not null;
create index pushes_by_author on pushes (author);


-- Limits (docs/decisions/0012-limits.md) --------------------------------------------------------------------------------

-- The recent uses of one limit. It has no other index, and free space in each page, so that counting changes no index.
create table limits (
  what text not null,
  whom text not null, -- a keyed hash
  times timestamptz[] not null, -- the newest last
  expires_at timestamptz not null, -- when no rule needs the row any more
  primary key (what, whom)
) with (fillfactor = 70);


-- Leaving (docs/decisions/0011-leaving.md) ------------------------------------------------------------------------------

-- A deleted account that still has rows to purge.
create table departures (
  uid uuid primary key,
  phone_key text,
  name text not null default '', -- for texts of calls for support that have not been sent yet
  left_at timestamptz not null default now(),
  look_again_at timestamptz not null default now()
);

-- A connection of a deleted account, by which its conversation is found.
create table departed_connections (
  uid uuid not null references departures on delete cascade,
  other uuid not null,
  after_time timestamptz not null default '-infinity', -- the purge of texts has handled the other's moods up to this one
  after_id uuid not null default '00000000-0000-0000-0000-000000000000',
  primary key (uid, other)
);

-- Only few rows, so that deleting an account is one short transaction. The connections are locked first, in the order in which
-- messages lock them: after the commit nothing can be written to or by the person. No plan may read whole tables.
create function users_leave() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  perform 1 from connections where owner = old.id or other = old.id order by owner, other for update;
  insert into departures (uid, phone_key, name) values (old.id, old.phone_key, old.name) on conflict do nothing;
  insert into departed_connections (uid, other)
  select old.id, other from connections where owner = old.id
  union select old.id, other from past_connections where owner = old.id
  on conflict do nothing;
  return old;
end $$;
create trigger users_leave before delete on users for each row execute function users_leave();


-- The operator (docs/decisions/0022-admin.md) ---------------------------------------------------------------------------

-- What one person reported about another.
create table reports (
  id uuid primary key default gen_random_uuid(),
  reporter uuid references users on delete set null, -- null when the account is gone
  reported uuid references users on delete set null,
  reason text not null check (char_length(reason) <= 1000),
  messages jsonb, -- the last messages between the two, if the reporter gave them
  created_at timestamptz not null default now(),
  done_at timestamptz
);

create index reports_by_reporter on reports (reporter);
create index reports_by_reported on reports (reported);

-- What an operator's command tells the running servers, which read new rows every two seconds.
create table operator_events (
  id bigint primary key generated always as identity,
  kind text not null check (kind in ('sessions_ended', 'refetch')),
  uids uuid[] not null,
  at timestamptz not null default now()
);
