export { Asks } from './asks.tsx';
export { AskSlot } from './shown/ask-slot.tsx';
export { useShownCards } from './shown/shown-cards.ts';
