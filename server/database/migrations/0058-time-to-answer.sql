-- Also in the night in which clocks go forward there are 90 minutes to answer.
create or replace function check_in_ends(c check_ins) returns timestamptz language sql stable as $$
  select coalesce(c.ends_at, greatest(
    (c.due_at at time zone zone + make_interval(mins => c.minutes)) at time zone zone, c.due_at + interval '90 minutes'
  ))
  from (select zone_of(c) as zone) z
$$;
