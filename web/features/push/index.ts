export { ABOUT } from './about.ts';
export { catchInstallPrompt } from './install/install-prompt.ts';
export { LazyInstallMoodring, LazyPushCard, LazyPushSettings } from './lazy-parts.tsx';
export { loadParts } from './load-parts.ts';
export { usePush } from './subscription/push-calls.ts';
export { readChoice } from './subscription/stored-choice.ts';
export { pushSupport } from './subscription/support.ts';
export { closeNotifications } from './sync/close-notifications.ts';
export { TurnOn } from './turn-on.tsx';
