/** The paths at which gateways report to us. The server and what it tells gateways must agree on them. */
export const WEBHOOKS = {
  /** What the Android phone's app reports: the events of APP_EVENTS. */
  android: '/api/texts/android',
  /** What became of a text at Twilio. */
  twilio: '/api/texts/twilio',
  /** A text that arrived at the gateway's number, from Twilio or a message endpoint. */
  incoming: '/api/texts/incoming',
} as const;

/**
 * Whether a gateway can report to the app: only over https, and not on this machine. Twilio refuses texts that name another
 * address.
 */
export function isReachable(appUrl: string | undefined): appUrl is string {
  const { protocol, hostname } = URL.parse(appUrl ?? '') ?? { protocol: '', hostname: '' };
  return protocol === 'https:' && !/^(localhost|127\..*|\[::1\])$|\.localhost$/.test(hostname);
}
