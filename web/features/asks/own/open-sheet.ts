import { createStore } from '#web/store.ts';

/** The id of the own ask whose sheet 'What would help?' is open. The bar and the card open it, and it outlives both. */
export const openSheet = createStore<string | null>(null, { isPersonal: true });
