/** Where 'Leave quickly' leads: a page that anybody could have open. */
export const NEUTRAL_PAGE = 'https://www.wikipedia.org/';

/** Says after 'Leave quickly' what the button does, and what it cannot do. */
export const LEAVE_NOTE =
  '(or Esc twice) opens a neutral page in place of this one. Your browser’s history, and anybody who watches this device or network, can still show that you were here.';
