export { LazyInstallMoodring } from './install/lazy-install-moodring.tsx';
export { LazyPushCard } from './lazy-push-card.tsx';
export { LazyPushSettings } from './lazy-push-settings.tsx';
export { LazyPushSync } from './lazy-push-sync.tsx';
