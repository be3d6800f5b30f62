export { Asks } from './asks.tsx';
export { WhoIAsk } from './own/who-i-ask.tsx';
export { AskSlot } from './shown/ask-slot.tsx';
export { AsksAbove } from './shown/asks-above.tsx';
export { useShownCards } from './shown/shown-cards.ts';
export { useEmergencyNumber } from './use-local-help.ts';
export { useWaitingAsks } from './use-waiting-asks.ts';
