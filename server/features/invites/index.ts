export { createOperatorInvite } from './create-operator-invite.ts';
