/** The condition, in SQL: the person `viewer` has deleted the message `id` for themselves. */
export function isHidden(id: string, viewer: string): string {
  return `exists (select from hidden_messages h where h.message = ${id} and h.uid = ${viewer} offset 0)`;
}
