export { linkedText } from './links/linked-text.tsx';
export { MessageActions } from './message-actions.tsx';
export { QuotedLine, ReplyLine } from './quotes.tsx';
export { Reactions } from './reactions.tsx';
