export { LoadChatSync } from './load-chat-sync.tsx';
