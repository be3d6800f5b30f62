export { LazyChatSync } from './lazy-chat-sync.tsx';
