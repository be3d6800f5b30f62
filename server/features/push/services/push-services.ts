/** The push services of the browsers. `*` stands for one or more labels. */
const KNOWN = ['fcm.googleapis.com', '*.push.services.mozilla.com', '*.push.apple.com', '*.notify.windows.com'];

const LABELS = /^[a-z\d-]+(\.[a-z\d-]+)*$/;

/** The longest endpoint, also after it was brought to its normal form. */
const ENDPOINT_MAX_LENGTH = 1_000;

/** An endpoint at a push service that we send to. */
export interface KnownEndpoint {
  url: URL;
  /** The service's entry in the list of hosts. */
  service: string;
  /** Whether the operator has listed the host: then it may have a private address. */
  isListed: boolean;
}

/** All entries of the list of hosts. @param pushHosts the operator's (`PUSH_HOSTS`) */
export function allServices(pushHosts: readonly string[]): string[] {
  return [...new Set([...KNOWN, ...pushHosts])];
}

/**
 * Finds the push service of an endpoint. An endpoint is an address that a stranger gives us, so only listed hosts are
 * called, over https and at their listed port.
 * @returns undefined for any other address
 */
export function findService(endpoint: string, pushHosts: readonly string[]): KnownEndpoint | undefined {
  const url = URL.parse(endpoint);
  if (url?.protocol !== 'https:' || url.username || url.password || url.href.length > ENDPOINT_MAX_LENGTH) return;
  if (pushHosts.includes(url.host)) return { url, service: url.host, isListed: true };
  const service = url.port === '' ? KNOWN.find((entry) => isAt(url.hostname, entry)) : undefined;
  return service === undefined ? undefined : { url, service, isListed: false };
}

function isAt(host: string, entry: string): boolean {
  if (!entry.startsWith('*')) return host === entry;
  const domain = entry.slice(1);
  return host.endsWith(domain) && LABELS.test(host.slice(0, -domain.length));
}

/** Apple ends a subscription after pushes that show nothing, so its devices get no push that only closes a notification. */
export function canClose(service: string): boolean {
  return service !== '*.push.apple.com';
}
