export { HomeScreenSteps } from './install/home-screen-steps.tsx';
export { LazyInstallMoodring } from './install/lazy-install-moodring.tsx';
export { LazyPushCard } from './lazy-push-card.tsx';
export { LazyPushSettings } from './lazy-push-settings.tsx';
export { LazyPushSync } from './lazy-push-sync.tsx';
export { fetchPush } from './subscription/push-calls.ts';
export { pushSupport } from './subscription/support.ts';
export { TurnOn } from './turn-on.tsx';
