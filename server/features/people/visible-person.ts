/**
 * The end of a statement about one person ($2), as far as somebody ($1) may see how they are: themself or one of their
 * connections. No row for anybody else, and none for who does not exist.
 */
export const VISIBLE_PERSON = `
  from users u where u.id = $2 and (u.id = $1 or exists (select from connections c where c.owner = $1 and c.other = u.id))`;
