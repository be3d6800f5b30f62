import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import { androidHeaders } from './android-gateway.ts';
import { isReachable, WEBHOOKS } from './webhook-addresses.ts';

/** What the app reports, one webhook each. */
export const APP_EVENTS = ['sms:sent', 'sms:delivered', 'sms:failed', 'sms:received'] as const;

const TIMEOUT_MS = 10_000;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 10 * 60_000;

type Settings = Pick<Config, 'android' | 'appUrl'>;

/**
 * Tells the Android phone's app where to report, in the background, until the app has taken all events: the phone may be off
 * when the server starts. The ids follow from APP_URL, so that all nodes and all starts set the same webhooks, and other
 * programs' webhooks on that phone stay.
 * @returns stops it
 */
export function registerWebhooks({ android, appUrl }: Settings, log: Logger, firstPauseMs = FIRST_PAUSE_MS) {
  const stopping = new AbortController();
  if (!android?.webhookKey || !isReachable(appUrl)) return async () => {};

  async function register(event: string): Promise<void> {
    const hash = createHash('sha256').update(`${appUrl} ${event}`).digest('hex').slice(0, 16);
    const response = await fetch(`${android!.url}/webhooks`, {
      method: 'POST',
      headers: androidHeaders(android!),
      body: JSON.stringify({ id: `moodring-${hash}`, url: `${appUrl}${WEBHOOKS.android}`, event }),
      redirect: 'manual',
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`it answered ${response.status}`);
  }

  async function run(): Promise<void> {
    let pauseMs = firstPauseMs;
    let hasFailed = false;
    while (!stopping.signal.aborted) {
      try {
        for (const event of APP_EVENTS) await register(event);
        log.info({ part: 'texts' }, 'The Android phone reports about its texts to this app');
        return;
      } catch (error) {
        if (stopping.signal.aborted) return;
        const { message, cause } = error as Error;
        const reason = (cause as NodeJS.ErrnoException | undefined)?.code ?? message;
        if (!hasFailed)
          log.warn({ part: 'texts', reason }, 'The Android phone does not take our webhooks yet: trying again');
        hasFailed = true;
        await pause(pauseMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
        pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
      }
    }
  }

  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
}
