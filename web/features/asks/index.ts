export { AskCards, AskStrip, Asks, AsksAbove, ReadyAnswers } from './asks.tsx';
export { WhoIAsk } from './own/who-i-ask.tsx';
export { HAS_CARDS, useAsks } from './use-asks.ts';
export { useEmergencyNumber } from './use-local-help.ts';
