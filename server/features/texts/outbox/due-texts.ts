import type { ClaimedCause, Db } from './claim-causes.ts';
import { selectDetails, type TextDetails } from './text-details.ts';

/** A text that follows from a cause and has no row yet. */
export interface DueText {
  id: string;
  cause: ClaimedCause;
  /** For the cause 'mood'. */
  recipient: string | null;
}

/** All texts of a cause. A message's text has the message's id; a mood's texts have the choice's with a number at its end. */
export function textsOf(cause: ClaimedCause): DueText[] {
  const { choice } = cause;
  if (!choice) return (cause.ids ?? []).map((id) => ({ id, cause, recipient: null }));
  return (cause.ids ?? []).map((recipient, place) => {
    const number = (place + 1).toString(16).padStart(8, '0');
    return { id: choice.slice(0, 28) + number, cause, recipient };
  });
}

/**
 * Leaves out texts that have a row by now, people without a number for them, messages that were deleted for both, and people who have left. Only a call for
 * support is still sent when its author has left.
 */
const DETAILS = `
  with asked as (
    select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::integer[], $6::timestamptz[])
      as asked (id, cause, cause_id, recipient, attempts, created_at)
  ), due as materialized (
    select a.id, a.cause, a.cause_id, coalesce(m.receiver, a.recipient) as recipient, coalesce(m.sender, c.uid) as author,
      null as phone_key, null as phone_number, null as message, a.attempts, false as counted, a.created_at
    from asked a
    left join messages m on m.id = a.id and a.cause <> 'mood' and (a.cause <> 'message' or m.deleted_at is null)
    left join mood_choices c on c.id = a.cause_id
    where not exists (select from texts existing where existing.id = a.id)
  ), described as (${selectDetails('due')})
  select * from described where "phoneNumber" is not null and (cause = 'mood' or "authorMood" is not null)`;

/** The details of those texts that are due at this moment. */
export async function findDetails(db: Db, texts: readonly DueText[]): Promise<TextDetails[]> {
  if (texts.length === 0) return [];
  const { rows } = await db.query<TextDetails>({
    name: 'due-texts',
    text: DETAILS,
    values: [
      texts.map(({ id }) => id),
      texts.map(({ cause }) => cause.cause),
      texts.map(({ cause }) => cause.choice),
      texts.map(({ recipient }) => recipient),
      // Without a row no outcome is stored, so this is the first attempt, however often the cause was claimed.
      texts.map(() => 1),
      texts.map(({ cause }) => cause.createdAt),
    ],
  });
  return rows;
}
