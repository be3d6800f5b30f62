import { readStoredUser } from '#web/features/identity/index.ts';
import type { LiveSocket } from '#web/live/index.ts';
import { nextOpening } from './next-opening.ts';
import type { OutgoingMessage } from './outgoing-message.ts';
import { sendByPost } from './send-by-post.ts';
import { sendLive } from './send-live.ts';
import type { SendOutcome } from './send-outcome.ts';

const WAIT_FOR_LIVE_MS = 5_000;

/**
 * Sends `me`'s message once: through the live connection, or by POST when none opens within 5 seconds or it does not
 * answer. Storing twice is impossible, because the id is the same either way.
 */
export async function sendMessage(
  message: OutgoingMessage,
  me: string,
  socket: LiveSocket,
  signal: AbortSignal,
): Promise<SendOutcome> {
  if (socket.status !== 'open') await nextOpening(socket, WAIT_FOR_LIVE_MS, signal);
  if (signal.aborted) return { kind: 'later' };
  if (socket.status === 'open') {
    const outcome = await sendLive(message, socket);
    if (outcome !== null) return outcome;
  }
  // A live connection belongs to one session, but a POST goes out as whoever is signed in now, in another tab perhaps.
  if (signal.aborted || !navigator.onLine || readStoredUser()?.uid !== me) return { kind: 'later' };
  return sendByPost(message);
}
