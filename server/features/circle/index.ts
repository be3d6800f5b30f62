export { findConnection } from './list-connections.ts';
export { isBlocked, KEPT_CONTROLS, lockFriends, lockPair, lockPairUnlessBlocked } from './pairs.ts';
export { IS_NEW, SHOWN_CHOSEN_AT, SHOWN_MOOD, SHOWN_PHONE } from './shown-mood.ts';
