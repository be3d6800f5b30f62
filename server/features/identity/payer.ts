/**
 * SQL: whose limits and turns a user's texts and invitations use: their own, or in an account's first week those of its network.
 * Accounts are free. @param user an alias of `users`
 */
export function payerOf(user: string): string {
  return `(case when ${user}.created_at > now() - interval '7 days' then coalesce(${user}.sign_up_network, ${user}.id::text)
    else ${user}.id::text end)`;
}
