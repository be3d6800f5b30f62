export interface Caller {
  cookies: string | undefined;
  address: string;
  network: string;
}
