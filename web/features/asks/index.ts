export { Asks } from './asks.tsx';
export { WhoIAsk } from './own/who-i-ask.tsx';
export { AskCards, AsksAbove } from './shown/asks-above.tsx';
export { AskStrip, ReadyAnswers } from './shown/asks-in-chat.tsx';
export { HAS_CARDS } from './shown/has-cards.ts';
export { useAsks } from './use-asks.ts';
export { useEmergencyNumber } from './use-local-help.ts';
