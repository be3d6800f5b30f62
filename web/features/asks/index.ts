export { AskCards, AskStrip, Asks, AsksAbove, ReadyAnswers } from './asks.tsx';
export { WhoIAsk } from './own/who-i-ask.tsx';
export { HAS_CARDS, useAsks } from './use-asks.ts';
export { useLocalHelp } from './use-local-help.ts';
