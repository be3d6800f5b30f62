export { createReadMarks, markRead } from './mark-read.ts';
export { createMessageBatcher } from './message-batcher.ts';
export { isHidden, messageView } from './message-view.ts';
export { sendMessage } from './send-message.ts';
