-- A check-in that a person has planned, with the round of it that runs (docs/decisions/0035-check-ins.md).
create table check_ins (
  uid uuid primary key references users on delete cascade,
  days smallint not null check (days between 0 and 127), -- a bit for each weekday, Monday's is 1; 0 when it was ended while missed
  asks_at smallint not null check (asks_at between 0 and 1439), -- minutes of the day in `zone`
  minutes smallint not null check (minutes between 90 and 1439), -- the person's time to answer
  zone text not null, -- of IANA
  counts_use boolean not null, -- using the app is an answer
  away_until date, -- no round begins before this day
  due_at timestamptz, -- a round begins, a reminder, or friends are told; null while a missed one waits for an answer
  ends_at timestamptz, -- when friends are told; null between rounds
  missed_at timestamptz, -- when friends were told last
  answered_at timestamptz -- when the person answered a missed one: it is missed until that is later
);

create index check_ins_due on check_ins (due_at) where due_at is not null;

-- A friend whom the person asked to look in. It goes with the connection.
create table check_in_friends (
  uid uuid not null references check_ins on delete cascade,
  friend uuid not null,
  agreed_at timestamptz,
  declined_at timestamptz, -- the person does not learn of it
  told_at timestamptz, -- `missed_at` of the last round that the friend was told of
  primary key (uid, friend),
  foreign key (uid, friend) references connections on delete cascade
);

create index check_in_friends_by_friend on check_in_friends (friend);

-- The time zone; UTC in place of one that PostgreSQL does not know any more.
create function zone_of(c check_ins) returns text language plpgsql stable as $$
begin
  perform now() at time zone c.zone;
  return c.zone;
exception when invalid_parameter_value then
  return 'UTC';
end $$;

-- When the next round begins, after a time and not before a day.
create function next_check_in(c check_ins, after timestamptz) returns timestamptz language sql stable as $$
  select min(begins) from (
    select day, (day + make_interval(mins => c.asks_at)) at time zone zone as begins
    from (select zone_of(c) as zone) z, generate_series(0, 7) n,
      lateral (select greatest((after at time zone zone)::date, c.away_until)::timestamp + make_interval(days => n) as day) d
  ) round
  where begins > after and (c.days >> (extract(isodow from day)::integer - 1)) & 1 = 1
$$;

-- When friends are told in the round that runs or comes next: by the clock, also when that is changed meanwhile.
create function check_in_ends(c check_ins) returns timestamptz language sql stable as $$
  select coalesce(c.ends_at, (c.due_at at time zone zone + make_interval(mins => c.minutes)) at time zone zone)
  from (select zone_of(c) as zone) z
$$;

-- The person has not checked in, and friends know it.
create function is_missed(c check_ins) returns boolean language sql immutable as $$
  select coalesce(c.missed_at > coalesce(c.answered_at, '-infinity'), false)
$$;

alter table causes drop constraint causes_cause_check, add constraint causes_cause_check
  check (cause in ('mood', 'again', 'message', 'connection', 'answer', 'check-in', 'missed'));
alter table pushes drop constraint pushes_cause_check, add constraint pushes_cause_check
  check (cause in ('mood', 'message', 'connection', 'answer', 'check-in', 'missed'));
alter table texts drop constraint texts_cause_check, add constraint texts_cause_check
  check (cause in ('mood', 'again', 'slip', 'closing', 'message', 'connection', 'form', 'check-in', 'missed', 'checked-in'))
  not valid;
