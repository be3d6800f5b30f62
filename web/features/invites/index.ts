export { InviteButton } from './invite-button.tsx';
export { RenewLink } from './lazy-renew-link.tsx';
export { pendingInvite, screenAfterLogin } from './pending-invite.ts';
export { inviteKey } from './use-invite.ts';
