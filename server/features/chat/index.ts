export { createReadMarks, markRead } from './mark-read.ts';
export { createMessageStore } from './message-store.ts';
export { sendMessage } from './send-message.ts';
export { messageView } from './store-messages.ts';
