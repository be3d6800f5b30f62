export { handleFrame } from './handle-frame.ts';
export { createReadMarks, type ReadMarks } from './mark-read.ts';
export { createMessageStore, type MessageStore } from './message-store.ts';
export { chatRoutes } from './routes.ts';
export { sendMessage } from './send-message.ts';
export { messageView } from './store-messages.ts';
