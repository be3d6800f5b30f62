import { late } from '#web/loading/late-chunk.ts';

export { InstallMoodring } from './install/install-moodring.tsx';
export { catchInstallPrompt } from './install/install-prompt.ts';
export { NtfyTopic } from './ntfy-topic.tsx';
export { PhoneCalls } from './phone-calls.tsx';
export { ABOUT, PushSettings } from './push-settings.tsx';
export { usePush } from './subscription/push-calls.ts';
export { readChoice } from './subscription/stored-choice.ts';
export { pushSupport } from './subscription/support.ts';
export { closeNotifications } from './sync/close-notifications.ts';
export { keepDevice, PushSync } from './sync/push-sync.tsx';
export { TurnOn } from './turn-on.tsx';

export const LazyPushCard = late(() => import('./push-card.tsx'), 'PushCard');
