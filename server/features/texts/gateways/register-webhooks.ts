import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Job } from '#server/background/jobs.ts';
import type { Config } from '#server/config.ts';
import { androidHeaders } from './android-gateway.ts';
import { isReachable, WEBHOOKS } from './webhook-addresses.ts';

export const APP_EVENTS = ['sms:sent', 'sms:delivered', 'sms:failed', 'sms:received'] as const;

const EVERY_MS = 60_000;
const TIMEOUT_MS = 10_000;

interface Parts {
  config: Pick<Config, 'android' | 'appUrl'>;
  log: Logger;
}

/**
 * Tells the Android phone's app where to report, until it has taken all events. All nodes set the same ids, and other
 * programs' webhooks stay.
 */
export function webhookJobs({ config: { android, appUrl }, log }: Parts): Job[] {
  if (!android?.webhookKey || !isReachable(appUrl)) return [];
  let isRegistered = false;

  async function register(event: string, stopping: AbortSignal): Promise<void> {
    const hash = createHash('sha256').update(`${appUrl} ${event}`).digest('hex').slice(0, 16);
    const response = await fetch(`${android!.url}/webhooks`, {
      method: 'POST',
      headers: androidHeaders(android!),
      body: JSON.stringify({ id: `moodring-${hash}`, url: `${appUrl}${WEBHOOKS.android}`, event }),
      redirect: 'manual',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The Android phone answered ${response.status} to a webhook`);
  }

  async function run(stopping: AbortSignal): Promise<void> {
    if (isRegistered) return;
    for (const event of APP_EVENTS) await register(event, stopping);
    isRegistered = true;
    log.info({ part: 'texts' }, 'The Android phone reports about its texts to this app');
  }

  return [{ name: 'register webhooks', everyMs: EVERY_MS, run }];
}
