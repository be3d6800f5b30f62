/** The settings' parts about consent: one chunk. */
export { SafetySettings } from './safety-settings.tsx';
export { TextChoices } from './text-choices.tsx';
