export { PhoneProof } from './phone-proof.tsx';
export { ownZone, useRecovery, useSettings } from './use-settings.ts';
