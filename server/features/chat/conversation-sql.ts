/** SQL about the conversation of two people. `m` is a message, $1 the asker, $2 the other. */

/** Whether `m` is between two people, given in SQL. Two pairs may have the same key. */
export const isBetween = (one: string, other: string) => `
  conversation_key(m.sender, m.receiver) = conversation_key(${one}, ${other})
  and (m.sender, m.receiver) in ((${one}::uuid, ${other}::uuid), (${other}::uuid, ${one}::uuid))`;

export const CONVERSATION = isBetween('$1', '$2');

export const IS_CONNECTED = 'exists (select from connections where owner = $1 and other = $2)';

/** A deleted one counts as read, to tell its sender nothing. @param hiddenFrom SQL of `reads_hidden_from` */
export const readForSender = (hiddenFrom: string) =>
  `(m.read and (m.deleted_at is not null or coalesce(m.seq < ${hiddenFrom}, true)))`;

/** The read flag as the asker may see it: of what the other has read without what is hidden. */
export const shownRead = (asker: string, other: string) =>
  // In a select of its own it is looked up once, not for each message.
  `(case when m.receiver = ${asker} then m.read else ${readForSender(`(select reads_hidden_from(${asker}, ${other}))`)} end)`;

/** From there on, the asker's first message that was not deleted. 1 when the asker hides read marks. */
const FIRST_HIDDEN = `(
  select case when h.seq = 1 then 1 else (
    select m.seq from messages m
    where ${CONVERSATION} and m.seq >= h.seq and m.sender = $1 and m.deleted_at is null order by m.seq limit 1
  ) end
  from (select reads_hidden_from($1, $2) as seq offset 0) h where h.seq is not null
)`;

/** The oldest unread message of each of the two. Of the asker's, one whose read mark is hidden counts as unread. */
export const FIRST_UNREAD = `
  least((select min(seq) from messages where receiver = $2 and sender = $1 and not read), ${FIRST_HIDDEN}) as mine,
  (select min(seq) from messages where receiver = $1 and sender = $2 and not read) as theirs`;
