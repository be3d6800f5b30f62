export { MoodLive } from './mood-live.tsx';
export { useOwnMood } from './use-own-mood.ts';
