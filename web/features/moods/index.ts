export { hasAskBar } from './ask-bar.ts';
export { ownMoodQuery, useOwnMood } from './use-own-mood.ts';
export { MoodNotice } from './waiting/mood-notice.tsx';
export { shareMood } from './waiting/share-mood.ts';
