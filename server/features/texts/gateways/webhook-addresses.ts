export const WEBHOOKS = {
  android: '/api/texts/android',
  twilio: '/api/texts/twilio',
  incoming: '/api/texts/incoming',
  call: '/api/texts/twilio/call',
} as const;

/** Whether a gateway can report to the app. Twilio refuses texts that name another address. */
export function isReachable(appUrl: string | undefined): appUrl is string {
  const { protocol, hostname } = URL.parse(appUrl ?? '') ?? { protocol: '', hostname: '' };
  return protocol === 'https:' && !/^(localhost|127\..*|\[::1\])$|\.localhost$/.test(hostname);
}
