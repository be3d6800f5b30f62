export { createOperatorInvite } from './create-operator-invite.ts';
export { endInvite } from './own-invite.ts';
