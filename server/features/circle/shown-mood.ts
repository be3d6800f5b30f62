/** The mood of `u` as the owner of `c` sees it: the last Green or Yellow, if calls for support are hidden from them. */
export const SHOWN_MOOD = 'case when c.mood_hidden_since is null then u.mood else u.calm_mood end';

/** Its time, which never goes back. PostgreSQL leaves nulls out of `greatest`. */
export const SHOWN_CHOSEN_AT = `
  greatest(case when c.mood_hidden_since is null then u.mood_chosen_at else u.calm_chosen_at end, c.mood_hidden_since,
    c.mood_shown_since)`;

/** SQL: `u` has chosen no mood that this owner may see. Only for accounts as old as their mood. */
export const IS_NEW = `(
  ${SHOWN_CHOSEN_AT} < u.created_at + interval '1 minute'
  and not exists (
    select from mood_choices m where m.uid = u.id and m.undone_at is null
      and (c.mood_hidden_since is null or m.chosen_at < c.mood_hidden_since or m.mood in ('Green', 'Yellow'))
  ))`;

/** The phone number of a person `u` for friends, who see '' instead when the person has turned that off. */
export const SHOWN_PHONE = `case when u.shows_phone then u.phonenumber else '' end`;
