export { ChatLoginForm } from './chat-login-form.tsx';
export type { GoneAccount } from './login-screen.tsx';
export { onSessionChange } from './on-session-change.ts';
export { PasswordField } from './password-field.tsx';
export { RequireSession } from './require-session.tsx';
export { signOut } from './sign-out.ts';
export { readStoredUser } from './stored-user.ts';
export { updateProfile } from './update-profile.ts';
export { watchSession } from './watch-session.ts';
