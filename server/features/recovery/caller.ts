/** Who makes a call without a session. */
export interface Caller {
  cookies: string | undefined;
  address: string;
  network: string;
}
