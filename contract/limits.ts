/** A search needs at least this many characters after trimming (spec §5). */
export const SEARCH_MIN_LENGTH = 3;

/** A search text longer than this is refused. */
export const SEARCH_MAX_LENGTH = 100;

/** At most this many people answer one search. */
export const SEARCH_MAX_RESULTS = 50;

/** A code chunk that has not come after this many milliseconds has failed (spec §8). */
export const CHUNK_LOAD_TIMEOUT_MS = 120_000;

/** A chat message's length in UTF-16 units: always fits in one live frame, however it is escaped. */
export const MESSAGE_MAX_LENGTH = 10_000;

/** Chat messages in one page of a conversation. */
export const MESSAGE_PAGE_SIZE = 50;

/** A text message's length in UTF-16 units: ten SMS segments. */
export const TEXT_MAX_LENGTH = 1_530;

/** At most so many texts of a person's doing are listed, the newest. */
export const SENT_TEXTS_MAX = 50;

/** A phone number's length, as typed. */
export const PHONE_NUMBER_MAX_LENGTH = 40;

/** A first or last name's length in UTF-16 units. */
export const NAME_MAX_LENGTH = 100;

/** The largest live frame, in bytes. */
export const LIVE_FRAME_MAX_BYTES = 64 * 1024;

/** Live frames that one person may send in a second. A queue that catches up sends one after the other, and stays below. */
export const LIVE_FRAMES_PER_SECOND = 500;

/** The socket's close code when it brought more frames than that. */
export const TOO_MANY_FRAMES_CLOSE_CODE = 1008;

/** Live connections of one person at one server: tabs, on all their devices. The oldest makes room for one more. */
export const LIVE_SOCKETS_PER_PERSON = 50;

/** The socket's close code when it made room: if it came back at once, the next would have to make room for it. */
export const MADE_ROOM_CLOSE_CODE = 4429;

/** The socket's close code when its session has ended: signing in again is the way back. */
export const SESSION_ENDED_CLOSE_CODE = 4401;

/** The socket's close code when its server stops in good order: everybody on it is sent away in one moment. */
export const SERVER_STOPPING_CLOSE_CODE = 1001;
