import { callService, errorOf } from '#server/features/deliveries/index.ts';

interface NtfyMessage {
  title: string;
  message: string;
  click: string;
  /** From 1 to 5, which rings longest. */
  priority: number;
}

/** Statuses that another try does not change: the topic belongs to somebody else, or the server takes no such message. */
const REFUSED = new Set([400, 401, 403, 404, 413]);

/**
 * Publishes to an ntfy topic (https://docs.ntfy.sh/publish/).
 * @param topic of `findTopic`
 * @throws {RetryLater, Misconfigured} when a later attempt may succeed; {Refused}
 */
export async function publish(topic: URL, message: NtfyMessage, aborted = new AbortController().signal): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ topic: topic.pathname.slice(1), ...message });
  const answer = await callService('it', topic.origin, { headers, body }, aborted);
  await answer.body?.cancel();
  if (!answer.ok) throw errorOf('it', answer, REFUSED, 'look at the ntfy server');
}
