export { SHOWN_READ } from './conversation-parts.ts';
export { createReadMarks, markRead } from './mark-read.ts';
export { createMessageBatcher } from './message-batcher.ts';
export { messageView } from './message-view.ts';
export { createMessageSearches } from './search/search-messages.ts';
export { sendMessage } from './send-message.ts';
export { createPassOnTyping } from './typing/pass-on-typing.ts';
