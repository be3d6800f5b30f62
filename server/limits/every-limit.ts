import type { Limit, SharedLimit } from './limit.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const SEARCHES: Limit = {
  what: 'search',
  rules: [
    { most: 30, seconds: MINUTE, words: 'You can search 30 times a minute. Please wait a moment.' },
    { most: 300, seconds: DAY, words: 'You can search 300 times a day. Please try again later.' },
  ],
};

/** Searches by phone number: enough to find a friend, too few to read out the numbers of others digit by digit. */
export const DIGIT_SEARCHES: Limit = {
  what: 'search by number',
  rules: [
    {
      most: 20,
      seconds: DAY,
      words: 'You can search by phone number 20 times a day. Please search by name, or try again later.',
    },
  ],
};

export const NEW_CONNECTIONS: Limit = {
  what: 'connect',
  rules: [{ most: 100, seconds: DAY, words: 'You can connect with 100 people a day. Please go on later.' }],
};

/** 60 messages a minute, counted over five minutes, so that a lively quarter of a minute is nobody's fault. */
export const MESSAGES: SharedLimit = {
  what: 'message',
  share: 20,
  ahead: true,
  rules: [{ most: 15, seconds: 5 * MINUTE, words: 'You can send 60 messages a minute. Please wait a moment.' }],
};

/** Each of them may text a whole circle. */
export const SUPPORT_CALLS: Limit = {
  what: 'ask for support',
  rules: [
    {
      most: 30,
      seconds: HOUR,
      words: 'Your circle was asked for support 30 times within the hour. Please wait a little, or write to somebody.',
    },
  ],
};

export const TEXTS_BY_HAND: Limit = {
  what: 'text by hand',
  rules: [
    { most: 5, seconds: MINUTE, words: 'You can send 5 texts a minute. Please wait a moment.' },
    { most: 50, seconds: DAY, words: 'You can send 50 texts a day. Please try again later.' },
  ],
};

/**
 * Texts of one person's doing about what they write and whom they connect with. Nobody is refused by it: what is more is
 * not sent. So many are no ordinary person's, and still a small part of everybody's day (docs/decisions/0012-limits.md).
 * The shares are small, because a node that stops loses what is left of them.
 */
export const TEXTS_BY_ONE: SharedLimit = {
  what: 'texts by one',
  share: 5,
  ahead: false,
  rules: [{ most: 100, seconds: DAY, words: '500 texts by one person within a day' }],
};

/** The same texts to one phone number, whoever's accounts bear it. */
export const TEXTS_TO_ONE: SharedLimit = {
  what: 'texts to one',
  share: 5,
  ahead: false,
  rules: [{ most: 60, seconds: DAY, words: '300 texts to one number within a day' }],
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
