export { HiddenUsername, PasswordField } from './forms/credential-fields.tsx';
export { ChatLoginForm } from './forms/login-form.tsx';
export type { GoneAccount } from './login-screen.tsx';
export { canUsePasskeys } from './passkeys/can-use-passkeys.ts';
export { RequireSession } from './require-session.tsx';
export { onSessionChange, replaceSession, setSessionUser, signOut, watchSession } from './session/session.ts';
export { readStoredUser } from './session/stored-user.ts';
export { updateProfile } from './session/update-profile.ts';
export { shownInitials } from './shown-initials.ts';
