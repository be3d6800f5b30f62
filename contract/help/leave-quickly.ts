/** Where 'Leave quickly' leads: a page that anybody could have open. */
export const NEUTRAL_PAGE = 'https://www.wikipedia.org/';
