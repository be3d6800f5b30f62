export { AskCards, Asks, AsksAbove } from './asks.tsx';
export { ChatStrip, ReadyAnswers } from './friends/chat-strip.tsx';
export { WhoIAsk } from './own/who-i-ask.tsx';
export { asksQuery, useAsks } from './use-asks.ts';
