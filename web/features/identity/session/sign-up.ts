import { call } from '#web/http.ts';

export interface SignUpFields {
  firstname: string;
  lastname: string;
  email: string;
  password: string;
  phonenumber: string;
}

/** Creates a user; does not sign in (spec §7). Throws `CallError` with the identity provider's message. */
export async function signUp(fields: SignUpFields): Promise<void> {
  await call('POST', '/api/identity/sign-up/email', { ...fields, name: `${fields.firstname} ${fields.lastname}` });
}
