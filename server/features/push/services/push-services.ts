/** `*` stands for one or more labels. */
const KNOWN = ['fcm.googleapis.com', '*.push.services.mozilla.com', '*.push.apple.com', '*.notify.windows.com'];

/** A topic is `https://HOST/TOPIC`, here or at a host of `PUSH_HOSTS`. */
export const NTFY_HOST = 'ntfy.sh';
const TOPIC = /^\/[\w-]{1,64}$/;

/** The services of emails and phones: for calls for support only, after a wait in which other devices may reach the person. */
export const EMAIL = 'email';
export const CALL = 'call';
export const LAST_RESORTS: readonly string[] = [EMAIL, CALL];

const LABELS = /^[a-z\d-]+(\.[a-z\d-]+)*$/;

const ENDPOINT_MAX_LENGTH = 1_000;

interface KnownEndpoint {
  url: URL;
  service: string;
}

/** @param pushHosts the operator's (`PUSH_HOSTS`) */
export function allServices(pushHosts: readonly string[]): string[] {
  return [...new Set([...KNOWN, NTFY_HOST, ...pushHosts])];
}

/**
 * A stranger gives us the endpoint, so only listed hosts are called, and only they have a certificate for their names.
 * @returns undefined for any other address
 */
export function findService(endpoint: string, pushHosts: readonly string[]): KnownEndpoint | undefined {
  const url = URL.parse(endpoint);
  if (url?.protocol !== 'https:' || url.username || url.password || url.href.length > ENDPOINT_MAX_LENGTH) return;
  if (pushHosts.includes(url.host)) return { url, service: url.host };
  const service = url.port === '' ? KNOWN.find((entry) => isAt(url.hostname, entry)) : undefined;
  return service === undefined ? undefined : { url, service };
}

/** Reads the address of a topic. @returns undefined when it is none, or at another server */
export function findTopic(address: string, pushHosts: readonly string[]): KnownEndpoint | undefined {
  const url = URL.parse(address);
  const isAllowed = url?.protocol === 'https:' && (url.host === NTFY_HOST || pushHosts.includes(url.host));
  const isPlain = url?.href === `${url?.origin}${url?.pathname}` && TOPIC.test(url.pathname);
  return url && isAllowed && isPlain ? { url, service: url.host } : undefined;
}

function isAt(host: string, entry: string): boolean {
  if (!entry.startsWith('*')) return host === entry;
  const domain = entry.slice(1);
  return host.endsWith(domain) && LABELS.test(host.slice(0, -domain.length));
}

/** Apple ends a subscription after pushes that show nothing. */
export function canClose(service: string): boolean {
  return service !== '*.push.apple.com';
}
