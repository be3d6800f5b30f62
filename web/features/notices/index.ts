export { LazyNotices } from './lazy-notices.tsx';
