export { SyncOwnMood } from './sync-own-mood.tsx';
export { useOwnMood } from './use-own-mood.ts';
