/** SQL: who pays for the texts of `user`, an alias of `users`: the user, or in the first week their network. */
export function payerOf(user: string): string {
  return `(case when ${user}.created_at > now() - interval '7 days' then coalesce(${user}.sign_up_network, ${user}.id::text)
    else ${user}.id::text end)`;
}
