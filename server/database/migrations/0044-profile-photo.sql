-- A profile photo is a photo without a message. The column names the person's current one; null for none.
alter table users add photo uuid;
alter table photos alter message drop not null;
