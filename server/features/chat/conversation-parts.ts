/** Parts of statements about the conversation of two people. `m` is a message, $1 the asker, $2 the other. */

/** The two columns of the pair are checked too, because two pairs may have the same key. */
export const CONVERSATION = `
  conversation_key(m.sender, m.receiver) = conversation_key($1, $2)
  and (m.sender, m.receiver) in (($1::uuid, $2::uuid), ($2::uuid, $1::uuid))`;

export const IS_CONNECTED = 'exists (select from connections where owner = $1 and other = $2)';

/** One look-up for the whole statement (0033-typing-and-reads.ts). */
const HIDDEN_FROM = '(select reads_hidden_from($1, $2))';

/** The read flag as the asker may see it: of what the other has read without what is hidden. */
export const SHOWN_READ = `(m.read and (m.receiver = $1 or coalesce(m.seq < ${HIDDEN_FROM}, true)))`;

/** The oldest unread message of each of the two. Of the asker's, one whose read mark is hidden counts as unread. */
export const FIRST_UNREAD = `
  least((select min(seq) from messages where receiver = $2 and sender = $1 and not read), ${HIDDEN_FROM}) as mine,
  (select min(seq) from messages where receiver = $1 and sender = $2 and not read) as theirs`;
