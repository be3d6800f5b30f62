/** SQL: conditions. `n` is a friend's row in ask_recipients, `a` its ask. `sync_recipients` alone decides who is asked. */

export const IS_ASKED = 'n.withdrawn_at is null';

export const IS_ON_IT = `n.answer = 'yes' and n.handed_over_at is null and ${IS_ASKED}`;

export const IS_MUTED = `
  exists (select from connections k where k.owner = n.friend and k.other = a.uid and is_muted(k))`;

/** A hand-over ends the reader's answer. */
export const OWN_ANSWER = 'case when mine.handed_over_at is null then mine.answer end';
