import { createStore } from '#web/store.ts';

/** The name of the friend whom the person removed last. Not in the history of the tab: that stays after a log-out. */
export const removedFriend = createStore<string | undefined>(undefined, { isPersonal: true });
