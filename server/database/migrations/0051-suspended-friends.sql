-- A suspended friend sees nothing, so a call asks the others. As `chosen_friends` leaves them out, too, a call for them alone
-- asks everybody.
create or replace function chosen_friends(person uuid, list uuid[]) returns uuid[] language sql stable as $$
  select array_agg(c.other order by c.other) from connections c
  where c.owner = person and c.other = any(list) and not c.hides_mood
    and not exists (select from users u where u.id = c.other and u.suspended_at is not null)
$$;

create or replace function asked_friends(person uuid, list uuid[]) returns table (friend uuid, connected_at timestamptz)
language sql stable as $$
  select c.other, c.connected_at
  from connections c, (select chosen_friends(person, list) as friends offset 0) chosen
  where c.owner = person and not c.hides_mood and (chosen.friends is null or c.other = any(chosen.friends))
    and not exists (select from users u where u.id = c.other and u.suspended_at is not null)
$$;
