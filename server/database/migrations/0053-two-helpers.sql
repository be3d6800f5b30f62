-- Until so many friends have said that they will reach out, the others are asked as if nobody had.
alter table asks add column helpers_wanted smallint not null default 1 check (helpers_wanted in (1, 2));
