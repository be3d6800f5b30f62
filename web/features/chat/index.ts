export { ChatLive } from './load-chat-sync.tsx';
