-- The id of a message or photo that went with a deleted account. It stays taken, so that an old id tells nobody whether the other one
-- has left, or has only ended the connection.
create table taken_ids (
  id uuid primary key
);
