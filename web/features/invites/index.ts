export { InviteButton } from './invite-button.tsx';
export { pendingInvite, screenAfterLogin } from './pending-invite.ts';
export { RenewLink } from './renew-link.tsx';
export { inviteKey } from './use-invite.ts';
export { useInvitationNote } from './use-inviter.ts';
