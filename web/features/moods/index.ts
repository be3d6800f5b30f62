export { setHasAsk } from './ask-bar.ts';
export { NOBODY } from './reach-words.ts';
export { SyncOwnMood } from './sync-own-mood.tsx';
export { useOwnMood } from './use-own-mood.ts';
export { MoodNotice } from './waiting/mood-notice.tsx';
export { shareMood } from './waiting/share-mood.ts';
