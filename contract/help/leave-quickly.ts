/** Where 'Leave quickly' leads: a page that anybody could have open. */
export const NEUTRAL_PAGE = 'https://www.wikipedia.org/';

/** Says after 'Leave quickly' what the button does, and what it cannot do. */
export const LEAVE_NOTE =
  '(or Esc twice) opens another page. Your browser’s history still has this one. Anyone who watches this device or network can see it.';
