/**
 * SQL: whose limits and turns the texts of a user use, and the sign-ups by their invitation: their own, or in an account's first week those of the network that it was made
 * from. Accounts are free, so all new ones of a network share one person's.
 * @param user an alias of `users`
 */
export function payerOf(user: string): string {
  return `(case when ${user}.created_at > now() - interval '7 days' then coalesce(${user}.sign_up_network, ${user}.id::text)
    else ${user}.id::text end)`;
}
