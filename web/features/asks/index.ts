export { Asks } from './asks.tsx';
export { WhoIAsk } from './own/who-i-ask.tsx';
export { AskSlots } from './shown/ask-slot.tsx';
export { AskCards, AsksAbove } from './shown/asks-above.tsx';
export { HAS_CARDS } from './shown/has-cards.ts';
export { useAsks } from './use-asks.ts';
export { useEmergencyNumber } from './use-local-help.ts';
