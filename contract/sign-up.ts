/** What a sign-up is answered with where the operator has closed it (`SIGN_UP=closed`). */
export const SIGN_UP_CLOSED = 'Sign-up is closed here. Ask the person who runs it for an account.';
