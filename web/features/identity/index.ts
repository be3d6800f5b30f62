export { ChatLoginForm } from './chat-login-form.tsx';
export { onSessionChange } from './on-session-change.ts';
export { RequireSession } from './require-session.tsx';
export { signOut } from './sign-out.ts';
export { readStoredUser } from './stored-user.ts';
/** @public */
export { updateProfile } from './update-profile.ts';
export { watchSession } from './watch-session.ts';
