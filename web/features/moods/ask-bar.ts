/** What the bar about the person's ask and the words about their mood have in common. */
import { createStore } from '#web/store.ts';

/** Whether the bar or card about the ask is shown: then it says what a choice has set in motion, and nothing else repeats it. */
export const hasAskBar = createStore(false);
