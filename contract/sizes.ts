/** A search needs at least this many characters after trimming (spec §5). */
export const SEARCH_MIN_LENGTH = 3;

/** The longest search text. */
export const SEARCH_MAX_LENGTH = 100;

/** The most people in one search's result. */
export const SEARCH_MAX_RESULTS = 50;

/** Milliseconds until loading a code chunk counts as failed (spec §8). */
export const CHUNK_LOAD_TIMEOUT_MS = 120_000;

/** A chat message's length in UTF-16 units. It fits in one live frame even when every character is escaped. */
export const MESSAGE_MAX_LENGTH = 10_000;

/** Characters of a message that a reply to it quotes. */
export const QUOTE_MAX_LENGTH = 200;

/** How long a person can delete an own message for both, in hours by the server's clock. */
export const DELETE_FOR_BOTH_HOURS = 24;
/** The most photos in one message. */
export const PHOTOS_PER_MESSAGE = 10;

/** A photo's size in bytes, as it is sent. */
export const PHOTO_MAX_BYTES = 10_000_000;

/** A photo's longest side in pixels. The browser makes larger ones smaller. */
export const PHOTO_MAX_SIDE = 2_048;

/** The sides of a profile photo in pixels at most. The browser cuts a square out of the middle. */
export const PROFILE_PHOTO_SIDE = 256;

/** A profile photo's size in bytes. */
export const PROFILE_PHOTO_MAX_BYTES = 60_000;

/** A photo's ThumbHash in base64url has at most so many characters. */
export const PHOTO_BLUR_MAX_LENGTH = 40;

/** Hours after which an uploaded photo can no longer be sent. */
export const PHOTO_UPLOAD_HOURS = 24;

/** Chat messages in one page of a conversation. */
export const MESSAGE_PAGE_SIZE = 50;

/** Messages on each side of a place that a browser asks for. */
export const MESSAGES_AROUND = 25;

/** Found messages in one page of a search in a conversation. */
export const FOUND_MESSAGES_PAGE_SIZE = 20;

/** The most found messages that a search in a conversation counts. */
export const FOUND_MESSAGES_MAX = 1_000;

/** Messages of a conversation that one call of a search looks through; the next call goes on before them. */
export const SEARCHED_MESSAGES_MAX = 50_000;

/** Bytes of their words, of which the search looks through no more: about a second's work. */
export const SEARCHED_BYTES_MAX = 5_000_000;

/** While a person types, their browser says so this often, in milliseconds. */
export const TYPING_EVERY_MS = 3_000;

/** How long a browser shows that somebody is typing, in milliseconds. */
export const TYPING_SHOWN_MS = 5_000;

/** Typing frames of one person that a node passes on in a second: one that begins, one that ends. */
export const TYPING_FRAMES_PER_SECOND = 2;

/** The same of one network, with all its accounts: some hundred people who type at once. */
export const TYPING_FRAMES_PER_SECOND_FROM_NETWORK = 100;

/** A text message's length in UTF-16 units: ten SMS segments. */
export const TEXT_MAX_LENGTH = 1_530;

/** A phone number's length, as typed. */
export const PHONE_NUMBER_MAX_LENGTH = 40;

/** A first or last name's length in UTF-16 units. */
export const NAME_MAX_LENGTH = 100;

/** The largest live frame, in bytes. */
export const LIVE_FRAME_MAX_BYTES = 64 * 1024;

/** Live frames of at most 2 KB that one person may send in a second. A browser that catches up waits for each answer and stays below. */
export const LIVE_FRAMES_PER_SECOND = 500;

/** The close code of a socket that sent more frames than that. */
export const TOO_MANY_FRAMES_CLOSE_CODE = 1008;

/** Live connections of one person on one server: tabs on all devices. A further one closes the oldest. */
export const LIVE_SOCKETS_PER_PERSON = 50;

/** The close code of that oldest socket. It must not reconnect at once, or it would close the next one. */
export const MADE_ROOM_CLOSE_CODE = 4429;

/** The close code when the session has ended: the person must sign in again. */
export const SESSION_ENDED_CLOSE_CODE = 4401;

/** The close code when the server stops: all its sockets close at the same moment. */
export const SERVER_STOPPING_CLOSE_CODE = 1001;

/** A call for support leaves at the latest after this time: two minutes to undo it, one more to choose whom to ask. */
export const LONGEST_HOLD_SECONDS = 180;

/** The line about what would help, in characters. */
export const ASK_NOTE_MAX_LENGTH = 140;

/** Characters of a report about a person. */
export const REPORT_MAX_LENGTH = 1_000;

/** Messages between the two that a report may hold. */
export const REPORT_MESSAGES = 5;

/** Characters of one part of a person's plan. */
export const PLAN_WORDS_MAX_LENGTH = 2_000;

/** A person's time to answer a check-in, at least: room for two reminders. */
export const CHECK_IN_MINUTES = 90;

/** The most friends who may be asked to look in. */
export const CHECK_IN_FRIENDS = 50;
