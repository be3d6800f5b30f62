export { EmailField, ForgotLink, HiddenUsername, PasswordField } from './forms/credential-fields.tsx';
export { EntryPage } from './forms/entry-page.tsx';
export { LoginForm } from './forms/login-form.tsx';
export { PhoneField } from './forms/phone-field.tsx';
export { Welcome } from './forms/welcome.tsx';
export type { GoneAccount, WriteTo } from './login-screen.tsx';
export { canUsePasskeys } from './passkeys/can-use-passkeys.ts';
export { checkSession, onSessionChange, setSessionUser, signOut, watchSession } from './session/session.ts';
export { readStoredUser } from './session/stored-user.ts';
