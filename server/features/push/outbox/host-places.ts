import type { PushCause } from '../payload.ts';

interface HeldPush {
  service: string;
  endpoint: string;
  cause: PushCause;
}

type Place = { free(): void; waitMs?: undefined } | { waitMs: number };

const NEW_HOSTS = { support: 6, others: 3, waitMs: 1_000 };
const FAILED_HOSTS = { support: 2, others: 1, waitMs: 60_000 };
const REMEMBERED = 1_000;

/**
 * Limits hosts that have not answered yet. An entry such as `*.push.apple.com` stands for many: one that never answers
 * would take all its places for calls.
 */
export function createHostPlaces() {
  const answered = new Set<string>();
  const failed = new Set<string>();
  const taken = new Map<string, number>();

  return {
    take({ service, endpoint, cause }: HeldPush): Place {
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
    report({ service, endpoint }: HeldPush, hasAnswered: boolean): void {
      if (!service.startsWith('*')) return;
      const { host } = new URL(endpoint);
      const hosts = hasAnswered ? answered : failed;
      if (hosts.size >= REMEMBERED) hosts.clear();
      hosts.add(host);
    },
  };
}
