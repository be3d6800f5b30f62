import { createECDH, createHash, randomBytes } from 'node:crypto';
import { encrypt } from 'http_ece';
import {
  callService,
  Gone,
  Misconfigured,
  Refused,
  RetryLater,
  readLimitedBody,
  retryAfterMs,
} from '#server/features/deliveries/index.ts';
import { findService } from './push-services.ts';
import { signForService, type VapidKeys } from './vapid.ts';

export interface Subscription {
  /** The id in `push_devices`. */
  device: string;
  endpoint: string;
  p256dh: string;
  auth: string;
}

interface OutgoingPush {
  payload: string;
  /** A newer push of the same device and tag replaces one that the service still holds. */
  tag: string;
  isUrgent: boolean;
}

/** Sends pushes to push services (RFC 8030, 8291, 8292). */
export interface PushSender {
  /**
   * Resolves when the service has taken it. A reason holds no part of an endpoint or a key.
   * @throws {RetryLater, Misconfigured} when a later attempt may succeed; {Refused}; {Gone}
   */
  send(to: Subscription, push: OutgoingPush, aborted?: AbortSignal): Promise<void>;
}

const ENCODING = 'aes128gcm';
const HOURS_HELD = { urgent: 24, normal: 12 };
const SIGNATURE_MS = 60 * 60 * 1_000;
const SIGNATURES_MAX = 1_000;
const ANSWER_MAX_BYTES = 4_096;
/** Without a public address. Some services refuse it, as they refuse localhost. */
const NO_SUBJECT = 'mailto:operator@moodring.invalid';

export function createPushSender(settings: {
  keys: VapidKeys;
  vapidSubject: string | undefined;
  pushHosts: readonly string[];
}): PushSender {
  const { keys, vapidSubject = NO_SUBJECT, pushHosts } = settings;
  const signatures = new Map<string, { header: string; until: number }>();

  /** Signing takes a third of the processor's time for a push. */
  function signature(origin: string): string {
    const known = signatures.get(origin);
    if (known && known.until > performance.now()) return known.header;
    const header = signForService(origin, vapidSubject, keys);
    if (signatures.size >= SIGNATURES_MAX) signatures.clear();
    signatures.set(origin, { header, until: performance.now() + SIGNATURE_MS });
    return header;
  }

  return {
    async send(to, { payload, tag, isUrgent }, aborted = new AbortController().signal) {
      const at = findService(to.endpoint, pushHosts);
      if (!at) throw new Refused('its push service is not listed');
      const body = encryptPush(payload, to);
      const headers = {
        authorization: signature(at.url.origin),
        'content-encoding': ENCODING,
        'content-type': 'application/octet-stream',
        ttl: String((isUrgent ? HOURS_HELD.urgent : HOURS_HELD.normal) * 3_600),
        urgency: isUrgent ? 'high' : 'normal',
        topic: topicOf(to.device, tag),
      };
      const answer = await callService('it', at.url.href, { headers, body }, aborted);
      const words = await readLimitedBody(answer.body, ANSWER_MAX_BYTES).catch(() => '');
      const error = errorFor(answer, words);
      if (error) throw error;
    },
  };
}

function encryptPush(payload: string, { p256dh, auth }: Subscription): Buffer<ArrayBuffer> {
  const ownKeys = createECDH('prime256v1');
  ownKeys.generateKeys();
  const salt = randomBytes(16).toString('base64url');
  return encrypt(Buffer.from(payload), { version: ENCODING, dh: p256dh, privateKey: ownKeys, salt, authSecret: auth });
}

/** Differs by device, so that a push service cannot see which devices have a friend in common. */
function topicOf(device: string, tag: string): string {
  return createHash('sha256').update(`${device} ${tag}`).digest('base64url').slice(0, 32);
}

function errorFor({ status, headers }: Response, body = ''): Error | undefined {
  if (status >= 200 && status < 300) return;
  const reason = `it answered ${status}${reasonIn(body)}`;
  if (status === 401 || (status === 403 && isAboutUs(body))) return new Misconfigured(reason);
  if ([403, 404, 410].includes(status)) return new Gone(reason);
  if (status === 400 || status === 413) return new Refused(reason);
  return new RetryLater(reason, retryAfterMs(headers));
}

/** Apple answers 403 also when our clock or subject is wrong. That must not end every subscription. */
function isAboutUs(body: string): boolean {
  return /Jwt|Token/.test(reasonIn(body));
}

/** Apple's reason is one word. Any other text of the answer could quote the endpoint. */
function reasonIn(body: string): string {
  const word = /^\{"reason":"(\w{1,60})"\}$/.exec(body.trim())?.[1];
  return word ? ` ${word}` : '';
}
