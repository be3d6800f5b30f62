import type { PushCause } from '../payload.ts';

/** A push on its way to a host. */
interface HeldPush {
  service: string;
  endpoint: string;
  cause: PushCause;
}

/** A place for a push, or how long to wait for one. */
type Place = { free(): void; waitMs?: undefined } | { waitMs: number };

/**
 * The places that hosts may take at a time which have not answered this node yet. An entry such as `*.push.apple.com` stands for
 * many hosts, and a person can name one there that never answers. Without this, their devices would take all places of that
 * push service for calls for support.
 */
export interface HostPlaces {
  take(push: HeldPush): Place;
  /** Hosts that answer are limited no more. */
  report(push: HeldPush, hasAnswered: boolean): void;
}

/** Of those that each push service has, for calls for support and for others. A host that has failed gets fewer, and waits longer. */
const NEW_HOSTS = { support: 6, others: 3, waitMs: 1_000 };
const FAILED_HOSTS = { support: 2, others: 1, waitMs: 60_000 };
/** Only an attacker's devices have so many hosts. */
const REMEMBERED = 1_000;

export function createHostPlaces(): HostPlaces {
  const answered = new Set<string>();
  const failed = new Set<string>();
  const taken = new Map<string, number>();

  return {
    take({ service, endpoint, cause }) {
      const { host } = new URL(endpoint);
      if (!service.startsWith('*') || answered.has(host)) return { free() {} };
      const kind = cause === 'mood' ? 'support' : 'others';
      const key = `${service} ${kind}`;
      const inUse = taken.get(key) ?? 0;
      const places = failed.has(host) ? FAILED_HOSTS : NEW_HOSTS;
      if (inUse >= places[kind]) return { waitMs: places.waitMs };
      taken.set(key, inUse + 1);
      return { free: () => void taken.set(key, taken.get(key)! - 1) };
    },
    report({ service, endpoint }, hasAnswered) {
      if (!service.startsWith('*')) return;
      const { host } = new URL(endpoint);
      const hosts = hasAnswered ? answered : failed;
      if (hosts.size >= REMEMBERED) hosts.clear();
      hosts.add(host);
    },
  };
}
