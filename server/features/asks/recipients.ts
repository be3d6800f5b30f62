/**
 * Conditions, in SQL, about a friend `n` (ask_recipients) who is asked by ask `a`. Who is asked is decided by `sync_recipients`
 * alone.
 */

/** The ask has not been hidden from the friend since. */
export const IS_ASKED = 'n.withdrawn_at is null';

/** The friend will reach out. */
export const IS_ON_IT = `n.answer = 'yes' and n.handed_over_at is null and ${IS_ASKED}`;

/** The friend has muted the person. Then there is no card, and the report counts the friend as before. */
export const IS_MUTED = `
  exists (select from connections k where k.owner = n.friend and k.other = a.uid and k.muted_until > now())`;

/** The reader's own answer `mine`. A hand-over ends it; its time stays. */
export const OWN_ANSWER = 'case when mine.handed_over_at is null then mine.answer end';
