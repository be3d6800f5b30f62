export { chooseMood } from './choose-mood.ts';
export { MoodLive } from './mood-live.tsx';
export { MoodPicker } from './mood-picker.tsx';
export { useOwnMood } from './use-own-mood.ts';
