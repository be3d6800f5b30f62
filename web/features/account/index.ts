export { PhoneProof } from './phone-proof.tsx';
export { useRecovery, useSettings } from './use-settings.ts';
