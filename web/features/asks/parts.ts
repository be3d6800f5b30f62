/** What is shown about asks: one chunk, loaded when there is an ask. */

export { Cards } from './cards.tsx';
export { ChatStrip, ReadyAnswers } from './friends/chat-strip.tsx';
export { OwnBar } from './own/own-bar.tsx';
