/**
 * The condition, in SQL: a person has deleted this message for themselves.
 * @param id the SQL of the message's id
 * @param viewer the SQL of the person's uid
 */
export function isHidden(id: string, viewer: string): string {
  return `exists (select from hidden_messages h where h.message = ${id} and h.uid = ${viewer} offset 0)`;
}
