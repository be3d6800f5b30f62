import type { LeasedLimit, Limit } from './limit.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// Accounts are free, so most limits of a person exist for a network too: an IPv4 address or an IPv6 /64. Homes, schools and
// phone companies share one, so a network may do several times as much (docs/decisions/0012-limits.md).
const NETWORK_MESSAGE = 'Too many from your network today. Please try again later.';

export const SIGN_UPS_FROM_NETWORK: Limit = {
  what: 'sign up, network',
  rules: [
    { max: 10, seconds: HOUR, message: 'Too many new accounts from your network. Please try again in an hour.' },
    { max: 30, seconds: DAY, message: 'Too many new accounts from your network today. Please try again tomorrow.' },
  ],
};

/** Wrong codes of invitations. Right ones are not counted. A code has 128 bits: this stops floods, not lucky guesses. */
export const INVITE_GUESSES_FROM_NETWORK: Limit = {
  what: 'invitation, network',
  rules: [
    { max: 20, seconds: HOUR, message: 'Too many invitations from your network have run out. Please try again later.' },
  ],
};

/**
 * Wrong codes of all networks together. Above the limit only wrong codes are refused: strangers with many networks must not
 * keep invited people out.
 */
export const INVITE_GUESSES: Limit = {
  what: 'invitation',
  rules: [{ max: 1_000, seconds: HOUR, message: 'Too many invitations have run out. Please try again later.' }],
};

export const SEARCHES: Limit = {
  what: 'search',
  rules: [
    { max: 30, seconds: MINUTE, message: 'You can search 30 times a minute. Please wait a moment.' },
    { max: 300, seconds: DAY, message: 'You can search 300 times a day. Please try again later.' },
  ],
};

export const SEARCHES_FROM_NETWORK: Limit = {
  what: 'search, network',
  rules: [
    { max: 90, seconds: MINUTE, message: 'Too many searches from your network. Please wait a moment.' },
    { max: 900, seconds: DAY, message: NETWORK_MESSAGE },
  ],
};

/** Searches in a conversation. Each page of what is found counts. */
export const MESSAGE_SEARCHES: Limit = {
  what: 'search messages',
  rules: [
    { max: 30, seconds: MINUTE, message: 'You can search 30 times a minute. Please wait a moment.' },
    { max: 600, seconds: DAY, message: 'You can search your chats 600 times a day. Please try again later.' },
  ],
};

export const MESSAGE_SEARCHES_FROM_NETWORK: Limit = {
  what: 'search messages, network',
  rules: [
    { max: 90, seconds: MINUTE, message: 'Too many searches from your network. Please wait a moment.' },
    { max: 1_800, seconds: DAY, message: NETWORK_MESSAGE },
  ],
};

const DIGIT_ADVICE = 'Please search by name, or try again later.';

/** Enough to find a friend, too few to find out other people's numbers digit by digit. */
export const DIGIT_SEARCHES: Limit = {
  what: 'search by number',
  rules: [{ max: 20, seconds: DAY, message: `You can search by phone number 20 times a day. ${DIGIT_ADVICE}` }],
};

export const DIGIT_SEARCHES_FROM_NETWORK: Limit = {
  what: 'search by number, network',
  rules: [{ max: 60, seconds: DAY, message: `Too many searches by phone number from your network. ${DIGIT_ADVICE}` }],
};

export const NEW_CONNECTIONS: Limit = {
  what: 'connect',
  rules: [{ max: 100, seconds: DAY, message: 'You can connect with 100 people a day. Please go on later.' }],
};

/** For accounts younger than a day. */
export const NEW_CONNECTIONS_AT_FIRST: Limit = {
  what: 'connect, new account',
  rules: [
    { max: 20, seconds: DAY, message: 'On the first day you can connect with 20 people. Please go on tomorrow.' },
  ],
};

export const NEW_CONNECTIONS_FROM_NETWORK: Limit = {
  what: 'connect, network',
  rules: [{ max: 300, seconds: DAY, message: NETWORK_MESSAGE }],
};

/** Photos, in units of half a megabyte: 200 MB a day. */
export const PHOTO_UNITS: Limit = {
  what: 'photo',
  rules: [{ max: 400, seconds: DAY, message: 'You can send 200 MB of photos a day. Please go on tomorrow.' }],
};

export const PHOTO_UNITS_FROM_NETWORK: Limit = {
  what: 'photo, network',
  rules: [{ max: 1_200, seconds: DAY, message: NETWORK_MESSAGE }],
};

/**
 * Of the whole installation: what it takes in a day must not fill its disk. A node takes a hundredth at a time.
 * @param units from PHOTOS_MB_PER_DAY
 */
export function photoUnitsInAll(units: number): LeasedLimit {
  const leaseSize = Math.max(1, Math.ceil(units / 100));
  const max = Math.ceil(units / leaseSize);
  const message = 'No more photos can be sent today. Messages can.';
  return {
    what: 'photo, all',
    leaseSize,
    renewEarly: false,
    failMode: 'closed',
    rules: [{ max, seconds: DAY, message }],
  };
}

/** 60 messages a minute, counted over five minutes, so that a short burst is allowed. */
export const MESSAGES: LeasedLimit = {
  what: 'message',
  leaseSize: 20,
  renewEarly: true,
  failMode: 'open',
  rules: [{ max: 15, seconds: 5 * MINUTE, message: 'You can send 60 messages a minute. Please wait a moment.' }],
};

/** Only a script chooses more. Below this limit every mood is stored and shown; its texts have limits of their own. */
export const MOODS: LeasedLimit = {
  what: 'mood',
  leaseSize: 10,
  renewEarly: true,
  failMode: 'open',
  rules: [
    { max: 6, seconds: MINUTE, message: 'You can choose 60 moods a minute. Please wait a moment.' },
    { max: 100, seconds: DAY, message: 'You can choose 1,000 moods a day. Please go on tomorrow.' },
  ],
};

/** Reactions to messages, given and taken back. */
export const MESSAGE_REACTIONS: Limit = {
  what: 'react',
  rules: [
    { max: 60, seconds: MINUTE, message: 'You can react 60 times a minute. Please wait a moment.' },
    { max: 1_000, seconds: DAY, message: 'You can react 1,000 times a day. Please go on tomorrow.' },
  ],
};

export const MESSAGE_REACTIONS_FROM_NETWORK: Limit = {
  what: 'react, network',
  rules: [
    { max: 180, seconds: MINUTE, message: 'Too many reactions from your network. Please wait a moment.' },
    { max: 3_000, seconds: DAY, message: NETWORK_MESSAGE },
  ],
};

/**
 * Deleted messages. Counted by themselves: reactions must not keep a person from removing words. Nor does it wait for limits that
 * cannot be counted.
 */
export const MESSAGE_DELETIONS: LeasedLimit = {
  what: 'delete message',
  leaseSize: 1,
  renewEarly: false,
  failMode: 'open',
  rules: [
    { max: 60, seconds: MINUTE, message: 'You can delete 60 messages a minute. Please wait a moment.' },
    { max: 1_000, seconds: DAY, message: 'You can delete 1,000 messages a day. Please go on tomorrow.' },
  ],
};

/**
 * Tries that find no message. Only those: otherwise somebody in the same home could use it up, and keep a person from deleting
 * words in time.
 */
export const MESSAGE_DELETIONS_FROM_NETWORK: Limit = {
  what: 'delete message, network',
  rules: [
    { max: 180, seconds: MINUTE, message: 'Too many deletions from your network. Please wait a moment.' },
    { max: 3_000, seconds: DAY, message: NETWORK_MESSAGE },
  ],
};

/** Choices of Dark or Purple that text the circle. Further ones are stored and shown, but send no texts. */
export const SUPPORT_CALLS: Limit = {
  what: 'ask for support',
  rules: [{ max: 30, seconds: HOUR, message: 'Your circle was texted 30 times within the hour.' }],
};

/** Changes of a person's own settings or profile. */
export const PROFILE_CHANGES: Limit = {
  what: 'change settings',
  rules: [
    { max: 30, seconds: MINUTE, message: 'You can change your settings 30 times a minute. Please wait a moment.' },
    { max: 300, seconds: DAY, message: 'You can change your settings 300 times a day. Please go on tomorrow.' },
  ],
};

/**
 * Removing and blocking. Counted by themselves: a flood of other settings must not keep a person from blocking somebody. Nor does
 * it wait for limits that cannot be counted.
 */
export const SEPARATIONS: LeasedLimit = {
  what: 'remove or block',
  leaseSize: 1,
  renewEarly: false,
  failMode: 'open',
  rules: [
    { max: 30, seconds: MINUTE, message: 'You can remove or block 30 people a minute. Please wait a moment.' },
    { max: 300, seconds: DAY, message: 'You can remove or block 300 people a day. Please go on tomorrow.' },
  ],
};

/** Muting a friend, hiding from one, and ending both or a block: a flood of other settings must not keep a person from these. */
export const PROTECTIONS: LeasedLimit = {
  what: 'mute or hide',
  leaseSize: 1,
  renewEarly: false,
  failMode: 'open',
  rules: [
    { max: 60, seconds: MINUTE, message: 'You can mute or hide 60 times a minute. Please wait a moment.' },
    { max: 1_000, seconds: DAY, message: 'You can mute or hide 1,000 times a day. Please go on tomorrow.' },
  ],
};

/** Files of a person's moods. Each reads the whole history. */
export const MOOD_FILES: Limit = {
  what: 'moods as a file',
  rules: [{ max: 20, seconds: HOUR, message: 'You can download your moods 20 times an hour. Please try again later.' }],
};

export const MOOD_FILES_FROM_NETWORK: Limit = {
  what: 'moods as a file, network',
  rules: [{ max: 100, seconds: HOUR, message: 'Too many files from your network. Please try again in an hour.' }],
};

/** Forgetting moods. Each call removes up to some ten thousand rows, and a long history needs several. */
export const FORGETTING_MOODS: Limit = {
  what: 'forget moods',
  rules: [{ max: 30, seconds: HOUR, message: 'You can forget moods 30 times an hour. Please try again later.' }],
};

export const FORGETTING_MOODS_FROM_NETWORK: Limit = {
  what: 'forget moods, network',
  rules: [{ max: 150, seconds: HOUR, message: 'Too many from your network. Please try again in an hour.' }],
};

/** Reports about people. The operator reads each. */
export const REPORTS: Limit = {
  what: 'report',
  rules: [{ max: 10, seconds: DAY, message: 'You can report 10 times a day. Please go on tomorrow.' }],
};

export const REPORTS_FROM_NETWORK: Limit = {
  what: 'report, network',
  rules: [{ max: 30, seconds: DAY, message: NETWORK_MESSAGE }],
};

export const TEXTS_BY_HAND: Limit = {
  what: 'text by hand',
  rules: [
    { max: 5, seconds: MINUTE, message: 'You can send 5 texts a minute. Please wait a moment.' },
    { max: 50, seconds: DAY, message: 'You can send 50 texts a day. Please try again later.' },
  ],
};

/** For accounts younger than a day. */
export const TEXTS_BY_HAND_AT_FIRST: Limit = {
  what: 'text by hand, new account',
  rules: [{ max: 5, seconds: DAY, message: 'On the first day you can send 5 texts. Please go on tomorrow.' }],
};

export const TEXTS_BY_HAND_FROM_NETWORK: Limit = {
  what: 'text by hand, network',
  rules: [{ max: 20, seconds: DAY, message: 'Your network can send 20 texts a day. Please try again later.' }],
};

/** To one phone number, from all people together. */
export const TEXTS_BY_HAND_TO_NUMBER: Limit = {
  what: 'text by hand, number',
  rules: [{ max: 20, seconds: DAY, message: 'This number was sent 20 texts today. Please try again later.' }],
};

/**
 * STOP, START, HELP and answers to calls for support from one phone number. Above the limit a STOP still counts; nothing else
 * does, and nothing is answered. So two machines that answer each other's texts soon fall silent.
 */
export const TEXTS_FROM_NUMBER: Limit = {
  what: 'text from a number',
  rules: [{ max: 20, seconds: HOUR, message: 'This number sent 20 texts within the hour.' }],
};

/** How often a phone that texts anything else is told that texts are not passed on. */
export const OTHER_WORDS_FROM_NUMBER: Limit = {
  what: 'other words from a number',
  rules: [{ max: 1, seconds: DAY, message: 'This number was answered today.' }],
};

/** Whether texts can reach a number is asked before the sign-up, so it is counted by network alone. */
export const PHONE_CHECKS_FROM_NETWORK: Limit = {
  what: 'check a phone number, network',
  rules: [
    { max: 30, seconds: MINUTE, message: 'Too many phone numbers to check. Please wait a moment.' },
    { max: 600, seconds: DAY, message: NETWORK_MESSAGE },
  ],
};

/**
 * Texts about messages and new connections that one payer causes (see `payerOf`). Above the limit the message is stored, but
 * no text is sent. It is far above ordinary use, and a small part of the daily budget. Leases are small, because a node that
 * stops loses the rest of them.
 */
export const TEXTS_BY_PAYER: LeasedLimit = {
  what: 'texts by one',
  leaseSize: 5,
  renewEarly: false,
  failMode: 'closed',
  rules: [{ max: 100, seconds: DAY, message: '500 texts by one person within a day' }],
};

/** The same texts to one phone number, even when several accounts have it. */
export const TEXTS_TO_NUMBER: LeasedLimit = {
  what: 'texts to one',
  leaseSize: 5,
  renewEarly: false,
  failMode: 'closed',
  rules: [{ max: 60, seconds: DAY, message: '300 texts to one number within a day' }],
};

/** The same texts to a number that its person has not proven (PHONE_PROOF=limited). */
export const TEXTS_TO_UNPROVEN_NUMBER: LeasedLimit = {
  what: 'texts to one, unproven',
  leaseSize: 5,
  renewEarly: false,
  failMode: 'closed',
  rules: [{ max: 10, seconds: DAY, message: '50 texts to one unconfirmed number within a day' }],
};

/** Texts that ask for support, by one payer, without those of each author's first call of a day. */
export const SUPPORT_TEXTS_BY_PAYER: LeasedLimit = {
  what: 'support texts by one',
  leaseSize: 5,
  renewEarly: false,
  failMode: 'closed',
  rules: [{ max: 60, seconds: DAY, message: '300 further texts for support by one person within a day' }],
};

/**
 * Texts that ask for support by new accounts of one network together, after their first call of the day, to one phone
 * number. It leaves room for other people's first calls.
 */
export const SUPPORT_TEXTS_BY_PAYER_TO_NUMBER: LeasedLimit = {
  what: 'support texts by one to one',
  leaseSize: 1,
  renewEarly: false,
  failMode: 'closed',
  rules: [
    {
      max: 10,
      seconds: DAY,
      message: '10 further texts for support by new accounts of one network to one number within a day',
    },
  ],
};

/**
 * Texts that ask for support from one person to one friend (docs/decisions/0025-consent.md). Above the limit the friend sees it
 * in the app. While it cannot be counted, the emergency allowance lets a call through.
 */
export const ASK_TEXTS_BY_AUTHOR_TO_PERSON: LeasedLimit = {
  what: 'ask texts by one to one',
  leaseSize: 1,
  renewEarly: false,
  failMode: 'closed',
  rules: [{ max: 10, seconds: DAY, message: '10 texts for support by one person to one friend within a day' }],
};

/** The same for a choice by which Purple became Dark, so that the limit above never holds that back. */
export const WORSE_TEXTS_BY_AUTHOR_TO_PERSON: LeasedLimit = {
  ...ASK_TEXTS_BY_AUTHOR_TO_PERSON,
  what: 'worse texts by one to one',
  rules: [{ max: 10, seconds: DAY, message: '10 texts of a worsening by one person to one friend within a day' }],
};

/** Texts that ask for support to one phone number. */
export const SUPPORT_TEXTS_TO_NUMBER: LeasedLimit = {
  what: 'support texts to one',
  leaseSize: 1,
  renewEarly: false,
  failMode: 'closed',
  rules: [{ max: 30, seconds: DAY, message: '30 texts for support to one number within a day' }],
};

/**
 * For the first call of the day by an author who is not new. It shares its counts with SUPPORT_TEXTS_TO_NUMBER, so the second
 * half of a number's daily texts is kept for first calls of people with accounts older than a week.
 */
export const FIRST_SUPPORT_TEXTS_TO_NUMBER: LeasedLimit = {
  ...SUPPORT_TEXTS_TO_NUMBER,
  rules: [{ max: 60, seconds: DAY, message: '60 texts for support to one number within a day' }],
};

/** New subscriptions to notifications. To renew one is not counted. */
export const PUSH_SUBSCRIPTIONS: Limit = {
  what: 'subscribe to pushes',
  rules: [{ max: 30, seconds: DAY, message: 'You can turn notifications on 30 times a day. Please try again later.' }],
};

export const PUSH_SUBSCRIPTIONS_FROM_NETWORK: Limit = {
  what: 'subscribe to pushes, network',
  rules: [{ max: 300, seconds: DAY, message: NETWORK_MESSAGE }],
};

/** Test pushes to the own device. Each is a call to a push service, and the answer is waited for. */
export const PUSH_TESTS: Limit = {
  what: 'test push',
  rules: [
    { max: 3, seconds: MINUTE, message: 'You can test notifications 3 times a minute. Please wait a moment.' },
    { max: 30, seconds: DAY, message: 'You can test notifications 30 times a day. Please try again later.' },
  ],
};

export const PUSH_TESTS_FROM_NETWORK: Limit = {
  what: 'test push, network',
  rules: [{ max: 100, seconds: DAY, message: NETWORK_MESSAGE }],
};

/**
 * Pushes about messages and connections that one person causes, on all devices of all friends. Above the limit the message
 * is stored and shown, without a push. Calls for support are limited by SUPPORT_CALLS.
 */
export const PUSHES_BY_AUTHOR: LeasedLimit = {
  what: 'pushes by one',
  leaseSize: 20,
  renewEarly: false,
  failMode: 'closed',
  rules: [{ max: 200, seconds: DAY, message: '4,000 pushes by one person within a day' }],
};

/** The same pushes to one friend, so that nobody makes a phone ring all day. */
export const PUSHES_BY_AUTHOR_TO_PERSON: LeasedLimit = {
  what: 'pushes by one to one',
  leaseSize: 10,
  renewEarly: false,
  failMode: 'closed',
  rules: [{ max: 60, seconds: DAY, message: '600 pushes by one person to another within a day' }],
};

/** Password attempts at one account, from unknown browsers. */
export const PASSWORD_TRIES: Limit = {
  what: 'password',
  rules: [
    {
      max: 20,
      seconds: HOUR,
      message: 'Too many tries to log in to this account. Please try again later, or from a device that you use often.',
    },
  ],
};

/** Password attempts at one account, from all browsers that have been signed in to it before. */
export const PASSWORD_TRIES_AT_HOME: Limit = {
  what: 'password, known device',
  rules: [{ max: 20, seconds: HOUR, message: 'Too many tries to log in to this account. Please try again later.' }],
};

/** Password attempts by a signed-in person, to change the password or delete the account. */
export const PASSWORD_TRIES_INSIDE: Limit = {
  what: 'password, signed in',
  rules: [{ max: 20, seconds: HOUR, message: 'Too many tries with a wrong password. Please try again later.' }],
};

/** Links for a new password, asked for with one email, whether or not it has an account. */
export const RESET_LINKS: Limit = {
  what: 'reset link',
  rules: [
    {
      max: 5,
      seconds: HOUR,
      message: 'Some links were asked for with this email. Please look for them, or wait an hour.',
    },
    {
      max: 10,
      seconds: DAY,
      message: 'Some links were asked for with this email. Please look for them, or try tomorrow.',
    },
  ],
};

/**
 * Links above RESET_LINKS, asked for in a browser that has been signed in to the account before. So strangers who ask for
 * links with a person's email do not keep that person from getting one.
 */
export const RESET_LINKS_AT_HOME: Limit = {
  what: 'reset link, known device',
  rules: [{ max: 5, seconds: DAY, message: '5 further links to one email within a day' }],
};

export const RESET_LINKS_FROM_NETWORK: Limit = {
  what: 'reset link, network',
  rules: [
    { max: 20, seconds: HOUR, message: 'Too many links were asked for from your network. Please wait an hour.' },
    { max: 60, seconds: DAY, message: NETWORK_MESSAGE },
  ],
};

/** Counted when a link is really mailed, so that made-up emails use up nothing. */
export const RESET_LINKS_IN_ALL: Limit = {
  what: 'reset link, all',
  rules: [{ max: 2_000, seconds: DAY, message: '2,000 reset links were mailed within a day' }],
};

/** Codes for a new password, asked for with one email, whether or not it has a proven phone. */
export const RESET_CODES: Limit = {
  what: 'reset code',
  rules: [
    { max: 3, seconds: HOUR, message: 'Some codes were asked for with this email. Please wait an hour.' },
    { max: 5, seconds: DAY, message: 'Some codes were asked for with this email. Please try again tomorrow.' },
  ],
};

/** Codes above RESET_CODES, as with RESET_LINKS_AT_HOME. */
export const RESET_CODES_AT_HOME: Limit = {
  what: 'reset code, known device',
  rules: [{ max: 5, seconds: DAY, message: '5 further codes with one email within a day' }],
};

export const RESET_CODES_FROM_NETWORK: Limit = {
  what: 'reset code, network',
  rules: [{ max: 10, seconds: DAY, message: 'Your network can ask for 10 codes a day. Please try again later.' }],
};

/** Counted when a code is really texted. */
export const RESET_CODES_TO_NUMBER: Limit = {
  what: 'reset code, number',
  rules: [{ max: 10, seconds: DAY, message: '10 reset codes were texted to this number within a day' }],
};

/** Counted when a code is really texted. */
export const RESET_CODES_IN_ALL: Limit = {
  what: 'reset code, all',
  rules: [{ max: 300, seconds: DAY, message: '300 reset codes were texted within a day' }],
};

/** Answers of one person to friends' asks, looks and hand-overs included. Only a script gives more. */
export const ASK_ANSWERS: LeasedLimit = {
  what: 'answer an ask',
  leaseSize: 10,
  renewEarly: true,
  failMode: 'open',
  rules: [
    { max: 6, seconds: MINUTE, message: 'You can answer 60 times a minute. Please wait a moment.' },
    { max: 200, seconds: DAY, message: 'You can answer 2,000 times a day. Please go on tomorrow.' },
  ],
};

/** Each asks all the others anew. */
export const HAND_OVERS: LeasedLimit = {
  what: 'hand over',
  leaseSize: 1,
  renewEarly: false,
  failMode: 'open',
  rules: [{ max: 10, seconds: HOUR, message: 'You can hand over 10 times an hour. Please try again later.' }],
};

/** Answers by one link of a text: people who get hold of it use up no limit of the friend's. */
export const ASK_ANSWERS_BY_LINK: LeasedLimit = {
  ...ASK_ANSWERS,
  what: 'answer an ask, link',
};

/** Changes of a person's own ask. An undo is not counted: there is one for each choice at most. */
export const ASK_CHANGES: LeasedLimit = {
  what: 'change an ask',
  leaseSize: 10,
  renewEarly: true,
  failMode: 'open',
  rules: [
    { max: 6, seconds: MINUTE, message: 'You can change this 60 times a minute. Please wait a moment.' },
    { max: 100, seconds: DAY, message: 'You can change this 1,000 times a day. Please go on tomorrow.' },
  ],
};

/** Codes in the links of texts that are wrong or have run out. Right ones are never limited: they carry a call for help. */
export const WRONG_ANSWER_CODES: Limit = {
  what: 'answer code, network',
  rules: [{ max: 20, seconds: HOUR, message: 'Too many links from your network have run out. Please wait an hour.' }],
};

/** Wrong or expired links and codes. */
export const RECOVERY_TRIES_FROM_NETWORK: Limit = {
  what: 'recovery, network',
  rules: [{ max: 20, seconds: HOUR, message: 'Too many tries from your network. Please wait an hour.' }],
};

/** Codes that prove a phone number, for one person. */
export const PROOF_CODES: Limit = {
  what: 'proof code',
  rules: [
    { max: 3, seconds: HOUR, message: 'You can ask for 3 codes an hour. Please wait a little.' },
    { max: 5, seconds: DAY, message: 'You can ask for 5 codes a day. Please go on tomorrow.' },
  ],
};

export const PROOF_CODES_FROM_NETWORK: Limit = {
  what: 'proof code, network',
  rules: [{ max: 10, seconds: DAY, message: 'Your network can ask for 10 codes a day. Please try again later.' }],
};

/** To one phone number, from all people together: it may be a stranger's. */
export const PROOF_CODES_TO_NUMBER: Limit = {
  what: 'proof code, number',
  rules: [{ max: 5, seconds: DAY, message: 'This number was sent 5 codes today. Please try again tomorrow.' }],
};

export const PROOF_CODES_IN_ALL: Limit = {
  what: 'proof code, all',
  rules: [{ max: 300, seconds: DAY, message: 'No more codes can be sent today. Please try again tomorrow.' }],
};

/** Mails that a signed-in person asks for: to confirm their email, or a new one. */
export const MAILS: Limit = {
  what: 'mail',
  rules: [
    { max: 5, seconds: HOUR, message: 'You can ask for 5 mails an hour. Please wait a little.' },
    { max: 10, seconds: DAY, message: 'You can ask for 10 mails a day. Please go on tomorrow.' },
  ],
};

export const MAILS_FROM_NETWORK: Limit = {
  what: 'mail, network',
  rules: [{ max: 20, seconds: DAY, message: 'Your network can ask for 20 mails a day. Please try again later.' }],
};

/** The same mails to one address, from all people together: it may be a stranger's. */
export const MAILS_TO_ADDRESS: Limit = {
  what: 'mail, address',
  rules: [{ max: 5, seconds: DAY, message: 'This address was sent 5 mails today. Please try again tomorrow.' }],
};

export const MAILS_IN_ALL: Limit = {
  what: 'mail, all',
  rules: [{ max: 1_000, seconds: DAY, message: 'No more mails can be sent today. Please try again tomorrow.' }],
};
