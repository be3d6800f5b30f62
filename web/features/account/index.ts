export { PhoneProof } from './phone-proof.tsx';
export { useRecovery } from './recovery/use-recovery.ts';
export { useSettings } from './use-settings.ts';
