import { callService, errorOf, Refused } from '#server/features/deliveries/index.ts';
import { findTopic } from './push-services.ts';

interface NtfyMessage {
  title: string;
  message: string;
  click: string;
  /** From 1 to 5, which rings longest. */
  priority: number;
}

/** Another try does not help after these statuses: the topic is somebody else's, or the server refuses the message. */
const REFUSED = new Set([400, 401, 403, 404, 413]);

/**
 * Publishes to an ntfy topic (https://docs.ntfy.sh/publish/).
 * @param topic its address
 * @throws {RetryLater, Misconfigured} when a later attempt may succeed; {Refused}
 */
export async function publish(
  topic: string,
  message: NtfyMessage,
  pushHosts: readonly string[],
  aborted = new AbortController().signal,
): Promise<void> {
  const url = findTopic(topic, pushHosts)?.url;
  if (!url) throw new Refused('its ntfy server is not listed');
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ topic: url.pathname.slice(1), ...message });
  const answer = await callService('it', url.origin, { headers, body }, aborted);
  await answer.body?.cancel();
  if (!answer.ok) throw errorOf('it', answer, REFUSED, 'look at the ntfy server');
}
