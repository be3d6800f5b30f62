-- A person's own plan for bad days (docs/decisions/0034-plan.md): a row for each part that has words or friends.
create table plan_parts (
  owner uuid not null references users on delete cascade,
  part text not null check (part in ('signs', 'alone', 'away', 'friends', 'calls', 'safer')),
  words bytea not null, -- encrypted with a key of the installation
  changed_at timestamptz not null default now(),
  primary key (owner, part)
);

-- Friends in a part. It goes with the connection.
create table plan_friends (
  owner uuid not null,
  friend uuid not null references users on delete cascade,
  part text not null,
  role text not null check (role in ('reader', 'contact')), -- may read the part; is one whom the person would ask
  primary key (owner, friend, part, role),
  foreign key (owner, part) references plan_parts on delete cascade
);

create index plan_friends_by_part on plan_friends (owner, part);
create index plan_friends_by_friend on plan_friends (friend);
