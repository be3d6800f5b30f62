export { ABOUT } from './about.ts';
export { catchInstallPrompt } from './install/install-prompt.ts';
export { LazyInstallMoodring, LazyPushCard, LazyPushSettings } from './lazy-parts.tsx';
export { usePush } from './subscription/push-calls.ts';
export { readChoice } from './subscription/stored-choice.ts';
export { pushSupport } from './subscription/support.ts';
export { closeNotifications } from './sync/close-notifications.ts';
export { PushSync } from './sync/push-sync.tsx';
export { TurnOn } from './turn-on.tsx';
