export { isBetween, shownRead } from './conversation-sql.ts';
export { markRead } from './mark-read.ts';
export { type MessageRow, messageView } from './message-view.ts';
export { sendMessage } from './send-message.ts';
export { createMessageBatcher } from './store/message-batcher.ts';
export { createPassOnTyping } from './typing/pass-on-typing.ts';
