import type { Limit, SharedLimit } from './limit.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// Accounts are free, so what a person may do is limited for a network, too: an IPv4 address, or the /64 of an IPv6 one.
// Homes, schools and phone companies share one, so a network has several times as much (docs/decisions/0012-limits.md).
const NETWORK_WORDS = 'Too many from your network today. Please try again later.';

export const SIGN_UPS_FROM_NETWORK: Limit = {
  what: 'sign up, network',
  rules: [
    { most: 10, seconds: HOUR, words: 'Too many new accounts from your network. Please try again in an hour.' },
    { most: 30, seconds: DAY, words: 'Too many new accounts from your network today. Please try again tomorrow.' },
  ],
};

export const SEARCHES: Limit = {
  what: 'search',
  rules: [
    { most: 30, seconds: MINUTE, words: 'You can search 30 times a minute. Please wait a moment.' },
    { most: 300, seconds: DAY, words: 'You can search 300 times a day. Please try again later.' },
  ],
};

export const SEARCHES_FROM_NETWORK: Limit = {
  what: 'search, network',
  rules: [
    { most: 90, seconds: MINUTE, words: 'Too many searches from your network. Please wait a moment.' },
    { most: 900, seconds: DAY, words: NETWORK_WORDS },
  ],
};

const DIGIT_WORDS = 'Please search by name, or try again later.';

/** Searches by phone number: enough to find a friend, too few to read out the numbers of others digit by digit. */
export const DIGIT_SEARCHES: Limit = {
  what: 'search by number',
  rules: [{ most: 20, seconds: DAY, words: `You can search by phone number 20 times a day. ${DIGIT_WORDS}` }],
};

export const DIGIT_SEARCHES_FROM_NETWORK: Limit = {
  what: 'search by number, network',
  rules: [{ most: 60, seconds: DAY, words: `Too many searches by phone number from your network. ${DIGIT_WORDS}` }],
};

export const NEW_CONNECTIONS: Limit = {
  what: 'connect',
  rules: [{ most: 100, seconds: DAY, words: 'You can connect with 100 people a day. Please go on later.' }],
};

/** Of an account that is younger than a day. */
export const NEW_CONNECTIONS_AT_FIRST: Limit = {
  what: 'connect, new account',
  rules: [{ most: 20, seconds: DAY, words: 'On the first day you can connect with 20 people. Please go on tomorrow.' }],
};

export const NEW_CONNECTIONS_FROM_NETWORK: Limit = {
  what: 'connect, network',
  rules: [{ most: 300, seconds: DAY, words: NETWORK_WORDS }],
};

/** 60 messages a minute, counted over five minutes, so that a lively quarter of a minute is nobody's fault. */
export const MESSAGES: SharedLimit = {
  what: 'message',
  share: 20,
  ahead: true,
  whenUncounted: 'pass',
  rules: [{ most: 15, seconds: 5 * MINUTE, words: 'You can send 60 messages a minute. Please wait a moment.' }],
};

/** So many moods only a script chooses. Below it a mood is stored and shown in every case; its texts have limits of their own. */
export const MOODS: SharedLimit = {
  what: 'mood',
  share: 10,
  ahead: true,
  whenUncounted: 'pass',
  rules: [
    { most: 6, seconds: MINUTE, words: 'You can choose 60 moods a minute. Please wait a moment.' },
    { most: 100, seconds: DAY, words: 'You can choose 1,000 moods a day. Please go on tomorrow.' },
  ],
};

/** Choices of Dark or Purple that text the circle. What is more is stored and shown, and texts nobody. */
export const SUPPORT_CALLS: Limit = {
  what: 'ask for support',
  rules: [{ most: 30, seconds: HOUR, words: 'Your circle was texted 30 times within the hour.' }],
};

/** Changes of one's settings or profile. */
export const PROFILE_CHANGES: Limit = {
  what: 'change settings',
  rules: [
    { most: 30, seconds: MINUTE, words: 'You can change your settings 30 times a minute. Please wait a moment.' },
    { most: 300, seconds: DAY, words: 'You can change your settings 300 times a day. Please go on tomorrow.' },
  ],
};

export const TEXTS_BY_HAND: Limit = {
  what: 'text by hand',
  rules: [
    { most: 5, seconds: MINUTE, words: 'You can send 5 texts a minute. Please wait a moment.' },
    { most: 50, seconds: DAY, words: 'You can send 50 texts a day. Please try again later.' },
  ],
};

/** Of an account that is younger than a day. */
export const TEXTS_BY_HAND_AT_FIRST: Limit = {
  what: 'text by hand, new account',
  rules: [{ most: 5, seconds: DAY, words: 'On the first day you can send 5 texts. Please go on tomorrow.' }],
};

export const TEXTS_BY_HAND_FROM_NETWORK: Limit = {
  what: 'text by hand, network',
  rules: [{ most: 20, seconds: DAY, words: 'Your network can send 20 texts a day. Please try again later.' }],
};

/** To one phone number, by all people together. */
export const TEXTS_BY_HAND_TO_NUMBER: Limit = {
  what: 'text by hand, number',
  rules: [{ most: 20, seconds: DAY, words: 'This number was sent 20 texts today. Please try again later.' }],
};

/**
 * Texts of one payer's doing about messages and new connections: see `payerOf`. Nobody is refused by it: what is more is
 * not sent. So many are no ordinary person's, and still a small part of everybody's day. The shares are small, because a
 * node that stops loses what is left of them.
 */
export const TEXTS_BY_PAYER: SharedLimit = {
  what: 'texts by one',
  share: 5,
  ahead: false,
  whenUncounted: 'refuse',
  rules: [{ most: 100, seconds: DAY, words: '500 texts by one person within a day' }],
};

/** The same texts to one phone number, whatever accounts have it. */
export const TEXTS_TO_NUMBER: SharedLimit = {
  what: 'texts to one',
  share: 5,
  ahead: false,
  whenUncounted: 'refuse',
  rules: [{ most: 60, seconds: DAY, words: '300 texts to one number within a day' }],
};

/** Texts that ask for support, by one payer, besides those of each author's first call of a day. */
export const SUPPORT_TEXTS_BY_PAYER: SharedLimit = {
  what: 'support texts by one',
  share: 5,
  ahead: false,
  whenUncounted: 'refuse',
  rules: [{ most: 60, seconds: DAY, words: '300 further texts for support by one person within a day' }],
};

/**
 * Texts that ask for support by a new account, after its first call of the day, to one phone number: those of one network
 * count together, and leave room for others' first calls.
 */
export const SUPPORT_TEXTS_BY_PAYER_TO_NUMBER: SharedLimit = {
  what: 'support texts by one to one',
  share: 1,
  ahead: false,
  whenUncounted: 'refuse',
  rules: [
    {
      most: 10,
      seconds: DAY,
      words: '10 further texts for support by new accounts of one network to one number within a day',
    },
  ],
};

/** Texts that ask for support to one phone number. */
export const SUPPORT_TEXTS_TO_NUMBER: SharedLimit = {
  what: 'support texts to one',
  share: 1,
  ahead: false,
  whenUncounted: 'refuse',
  rules: [{ most: 30, seconds: DAY, words: '30 texts for support to one number within a day' }],
};

/**
 * The same when it is their author's first call of the day, and the author not new: the two count together, so that the
 * second half of a number's day is kept for first calls of people who have been here for longer than a week.
 */
export const FIRST_SUPPORT_TEXTS_TO_NUMBER: SharedLimit = {
  ...SUPPORT_TEXTS_TO_NUMBER,
  rules: [{ most: 60, seconds: DAY, words: '60 texts for support to one number within a day' }],
};

/** Passwords tried at one account, from wherever. */
export const PASSWORD_TRIES: Limit = {
  what: 'password',
  rules: [
    {
      most: 20,
      seconds: HOUR,
      words: 'Too many tries to log in to this account. Please try again later, or from a device that you use often.',
    },
  ],
};

/** Passwords tried at one account from all browsers together that have been signed in to it before. */
export const PASSWORD_TRIES_AT_HOME: Limit = {
  what: 'password, known device',
  rules: [{ most: 20, seconds: HOUR, words: 'Too many tries to log in to this account. Please try again later.' }],
};

/** Passwords tried by somebody who is signed in: to change it, or to delete the account. */
export const PASSWORD_TRIES_INSIDE: Limit = {
  what: 'password, signed in',
  rules: [{ most: 20, seconds: HOUR, words: 'Too many tries with a wrong password. Please try again later.' }],
};
