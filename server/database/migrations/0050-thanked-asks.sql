-- The asks of a friend that were closed lately with a word to those who were asked: screens show them for a day.
create index asks_thanked on asks (uid, closed_at) where thanks is not null;
