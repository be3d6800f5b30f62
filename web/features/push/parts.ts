/** One chunk, so that the build moves nothing of it into the code that every screen loads. */
export { InstallMoodring } from './install/install-moodring.tsx';
export { PushCard } from './push-card.tsx';
export { PushSettings } from './push-settings.tsx';
