export { SHOWN_READ } from './conversation-parts.ts';
export { createReadMarks, markRead } from './mark-read.ts';
export { createMessageBatcher } from './message-batcher.ts';
export { createMessageSearches } from './search/search-messages.ts';
export { sendMessage } from './send-message.ts';
export { messageView } from './store-messages.ts';
export { createPassOnTyping } from './typing/pass-on-typing.ts';
