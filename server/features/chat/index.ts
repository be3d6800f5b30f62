export { isBetween, shownRead } from './conversation-sql.ts';
export { createReadMarks, markRead } from './mark-read.ts';
export { type MessageRow, messageView } from './message-view.ts';
export { createMessageSearches } from './search/search-messages.ts';
export { sendMessage } from './send-message.ts';
export { createMessageBatcher } from './store/message-batcher.ts';
export { createPassOnTyping } from './typing/pass-on-typing.ts';
