export { default as PhoneProof } from './phone-proof.tsx';
export { useRecovery } from './recovery/use-recovery.ts';
export { Section } from './section.tsx';
export { useSettings } from './use-settings.ts';
