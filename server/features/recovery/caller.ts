/** Who makes a call without a session. */
export interface Caller {
  cookies: string | undefined;
  /** The IP address. */
  address: string;
  /** The network of the address, for its limits. */
  network: string;
}
