/** The addresses of the screens with a card for each ask: the page of one names the call for asks, and no banner stands on it. */
export const HAS_CARDS = /^\/(?:cares|circles)\/?$/;
