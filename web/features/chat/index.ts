export { LoadChatSync } from './lazy-chat-sync.tsx';
