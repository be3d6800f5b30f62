-- A friend who said yes before the days or times changed is asked whether they still look in.
alter table check_ins add times_changed_at timestamptz;
