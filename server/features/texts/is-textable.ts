/**
 * The condition, in SQL: a text may go to this person's phone. There is a number that can be texted, and it is proven where that
 * is needed.
 * @param who an alias of `users`
 * @param needsProof a boolean parameter: whether `PHONE_PROOF` is 'required'
 */
export function isTextable(who: string, needsProof: string): string {
  return `(${who}.phone_key is not null and ${who}.phone_restriction is null and (not ${needsProof} or ${who}.phone_proven_at is not null))`;
}
